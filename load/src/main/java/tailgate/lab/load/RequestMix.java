package tailgate.lab.load;

import java.util.List;
import java.util.SplittableRandom;

/**
 * The requests of a load, each of which is drawn by its weight, independently of all others: if
 * they took turns, the slow ones among them would never come together. Immutable.
 *
 * @param requests at least one
 * @param seed the same seed draws the same request for the same time
 */
public record RequestMix(List<RequestSpec> requests, long seed) {

  public RequestMix {
    requests = List.copyOf(requests);
    if (requests.isEmpty()) {
      throw new IllegalArgumentException("a load has at least one request");
    }
  }

  public static RequestMix of(RequestSpec request) {
    return new RequestMix(List.of(request), 0);
  }

  /** Returns a mix that asks for another target where this one asks for the first. */
  public RequestMix asking(String from, String to) {
    return new RequestMix(
        requests.stream()
            .map(request -> request.target().equals(from) ? request.asking(to) : request)
            .toList(),
        seed);
  }

  /**
   * Returns the request that is sent.
   *
   * @param due when it is due, in nanoseconds
   */
  public RequestSpec at(long due) {
    if (requests.size() == 1) {
      return requests.getFirst();
    }
    double all = requests.stream().mapToDouble(RequestSpec::weight).sum();
    double left = new SplittableRandom(seed + due).nextDouble() * all;
    for (RequestSpec request : requests) {
      left -= request.weight();
      if (left < 0) {
        return request;
      }
    }
    return requests.getLast();
  }
}

package tailgate.http;

import java.util.ArrayList;
import java.util.List;

/** What a Range field asks of a representation (RFC 9110 §14.1, §14.2). */
sealed interface ByteRanges {

  /** No range: the whole representation is sent, with 200. */
  record Ignored() implements ByteRanges {}

  /** Nothing of what is asked for exists: 416. */
  record Unsatisfiable(long completeLength) implements ByteRanges {

    /** The value of Content-Range, which tells the client what there is (RFC 9110 §14.4). */
    String contentRange() {
      return "bytes */" + completeLength;
    }
  }

  /**
   * 206: one range by itself, more as multipart/byteranges.
   *
   * @param ranges at least one; no two of them overlap or lie next to each other; in the order in
   *     which the client asked for them
   */
  record Satisfiable(List<ByteRange> ranges) implements ByteRanges {
    public Satisfiable {
      ranges = List.copyOf(ranges);
    }
  }

  /**
   * As many ranges as one request may have unless somebody says otherwise. A range of one byte
   * costs the client a few bytes and the server a head of about a hundred; readers of archives and
   * documents, who use this, ask for a few at a time.
   */
  int MAX_RANGES = 50;

  /** As {@link #of(Request, long, int)}, for at most {@link #MAX_RANGES} ranges. */
  static ByteRanges of(Request request, long completeLength) {
    return of(request, completeLength, MAX_RANGES);
  }

  /**
   * Reads the Range field. Whether it counts at all is If-Range's to say, see {@link
   * Preconditions#rangeApplies}.
   *
   * <p>A unit that is not bytes must be ignored (§14.2). Where the RFC leaves it open to ignore or
   * to reject, this ignores: a field that is malformed anywhere, sent more than once, with a range
   * that ends before it begins, or with more than {@code most} ranges. Ranges that overlap or lie
   * next to each other are sent as one (§15.3.7.2), so that a response is never much longer than
   * the file. Ranges in descending order are sent as asked for: they are few, and cost no more than
   * others.
   *
   * @param completeLength of the representation, at least 0; of an empty one the last n bytes are
   *     the whole, so that is what is sent, while its first byte does not exist
   * @param most number of ranges beyond which the field is ignored
   */
  static ByteRanges of(Request request, long completeLength, int maxRanges) {
    // Range is defined for GET and must be ignored in anything else (§14.2).
    if (request.method() != Method.GET || !request.has(Field.RANGE)) {
      return new Ignored();
    }
    List<String> lines = request.values(Field.RANGE);
    List<RangeSpec> specs =
        lines.size() == 1 ? RangeSpec.parseAll(lines.getFirst(), maxRanges) : List.of();
    return specs.isEmpty() ? new Ignored() : select(specs, completeLength);
  }

  private static ByteRanges select(List<RangeSpec> specs, long completeLength) {
    List<RangeSpec> satisfiable =
        specs.stream().filter(spec -> spec.isSatisfiable(completeLength)).toList();
    if (satisfiable.isEmpty()) {
      return new Unsatisfiable(completeLength);
    }
    if (completeLength == 0) {
      return new Ignored(); // no Content-Range could say which bytes these are
    }
    List<ByteRange> ranges = new ArrayList<>();
    satisfiable.forEach(spec -> coalesce(ranges, spec.within(completeLength)));
    return new Satisfiable(ranges);
  }

  /** Adds a range, joined with all that it touches, in the place of the first of these. */
  private static void coalesce(List<ByteRange> ranges, ByteRange added) {
    ByteRange joined = added;
    int place = ranges.size();
    for (int i = ranges.size() - 1; i >= 0; i--) {
      if (ranges.get(i).touches(joined)) {
        joined = joined.span(ranges.remove(i));
        place = i;
      }
    }
    ranges.add(place, joined);
  }
}

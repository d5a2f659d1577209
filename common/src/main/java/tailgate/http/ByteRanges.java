package tailgate.http;

import java.util.ArrayList;
import java.util.List;

/** The part of a representation that a Range field requests (RFC 9110 §14.1, §14.2). */
sealed interface ByteRanges {

  /** No range: the whole representation is sent, with 200. */
  record Ignored() implements ByteRanges {}

  /** None of the ranges exists: 416. */
  record Unsatisfiable(long completeLength) implements ByteRanges {

    /** The value of Content-Range, which tells the client the length (RFC 9110 §14.4). */
    String contentRange() {
      return "bytes */" + completeLength;
    }
  }

  /**
   * 206: one range by itself, several as multipart/byteranges.
   *
   * @param ranges at least one, in the order of the request; no two of them overlap or are adjacent
   */
  record Satisfiable(List<ByteRange> ranges) implements ByteRanges {
    public Satisfiable {
      ranges = List.copyOf(ranges);
    }
  }

  /**
   * The default for the number of ranges in one request. zchunk requests up to 255, zsync up to 20.
   * What a response with many ranges costs is limited by its bytes, see {@link Representation}.
   * This limits the time to read the field and to join the ranges.
   */
  int MAX_RANGES = 256;

  /** Reads the ranges as {@link #of(Request, long, int)} does, at most {@link #MAX_RANGES}. */
  static ByteRanges of(Request request, long completeLength) {
    return of(request, completeLength, MAX_RANGES);
  }

  /**
   * Reads the Range field. If-Range decides whether it counts at all, see {@link
   * Preconditions#rangeApplies}.
   *
   * <p>A unit that is not bytes must be ignored (§14.2). Where the RFC allows to ignore or to
   * reject, this ignores: a malformed field, a repeated field, a range that ends before it begins,
   * and more than {@code maxRanges} ranges. Ranges that overlap or are adjacent are joined
   * (§15.3.7.2), so no byte is sent twice. Ranges in descending order are sent in that order: they
   * cost no more than others.
   *
   * @param completeLength length of the representation, at least 0. An empty representation is
   *     answered with the whole if a range begins at 0 or is a suffix, as nginx and Apache do: a
   *     cache that requests everything in ranges cannot know before that there is nothing.
   * @param maxRanges number of ranges beyond which the field is ignored
   */
  static ByteRanges of(Request request, long completeLength, int maxRanges) {
    if (!request.asksForPart()) {
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
      return new Ignored(); // Content-Range cannot express an empty range
    }
    List<ByteRange> ranges = new ArrayList<>();
    satisfiable.forEach(spec -> coalesce(ranges, spec.within(completeLength)));
    return new Satisfiable(ranges);
  }

  /**
   * Adds a range. It is joined with all ranges that it touches, at the position of the first of
   * them.
   */
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

package tailgate.http;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One element of a Range field, before the length of the representation is known (RFC 9110
 * §14.1.1). Numbers are not limited, so none overflows.
 */
sealed interface RangeSpec {

  /** The bytes from {@code first} to {@code last}; to the end if that is null. */
  record IntRange(BigInteger first, @Nullable BigInteger last) implements RangeSpec {}

  /** The last {@code length} bytes. */
  record SuffixRange(BigInteger length) implements RangeSpec {}

  /** The range-unit, which is case-insensitive (RFC 9110 §14.1), and the equals sign. */
  String UNIT = "bytes=";

  /**
   * int-range or suffix-range. A number with more digits would take long to read and cannot be
   * meant.
   */
  Pattern SYNTAX =
      Pattern.compile("(?<first>\\d{1,100})-(?<last>\\d{1,100})?|-(?<suffix>\\d{1,100})");

  /**
   * Reads a ranges-specifier.
   *
   * @return empty if the unit is not bytes, if any element is malformed, or if there are more than
   *     {@code maxRanges}
   */
  static List<RangeSpec> parseAll(String value, int maxRanges) {
    if (!value.regionMatches(true, 0, UNIT, 0, UNIT.length())) {
      return List.of();
    }
    List<String> elements = ListField.elements(value.substring(UNIT.length()), maxRanges);
    if (elements.size() > maxRanges) {
      return List.of();
    }
    List<RangeSpec> specs = new ArrayList<>();
    for (String element : elements) {
      RangeSpec spec = parse(element);
      if (spec == null) {
        return List.of();
      }
      specs.add(spec);
    }
    return specs;
  }

  /** Reads one element; null if it is malformed or ends before it begins. */
  static @Nullable RangeSpec parse(String text) {
    Matcher matcher = SYNTAX.matcher(text);
    if (!matcher.matches()) {
      return null;
    }
    String suffix = matcher.group("suffix");
    if (suffix != null) {
      return new SuffixRange(new BigInteger(suffix));
    }
    BigInteger first = new BigInteger(matcher.group("first"));
    String end = matcher.group("last");
    BigInteger last = end == null ? null : new BigInteger(end);
    return last != null && last.compareTo(first) < 0 ? null : new IntRange(first, last);
  }

  /**
   * Whether some of it exists, as defined by RFC 9110 §14.1.2. Of an empty representation, its
   * beginning and its end count as existing.
   */
  default boolean isSatisfiable(long completeLength) {
    return switch (this) {
      case IntRange range ->
          range.first().compareTo(BigInteger.valueOf(Math.max(completeLength, 1))) < 0;
      case SuffixRange suffix -> suffix.length().signum() > 0 || completeLength == 0;
    };
  }

  /**
   * The part of the range that exists.
   *
   * @param completeLength at least 1, and such that this is satisfiable
   */
  default ByteRange within(long completeLength) {
    BigInteger length = BigInteger.valueOf(completeLength);
    long end = completeLength - 1;
    return switch (this) {
      case IntRange range ->
          new ByteRange(
              range.first().longValueExact(),
              range.last() == null ? end : range.last().min(BigInteger.valueOf(end)).longValue());
      case SuffixRange suffix ->
          new ByteRange(completeLength - suffix.length().min(length).longValue(), end);
    };
  }
}

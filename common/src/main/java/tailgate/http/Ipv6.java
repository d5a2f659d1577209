package tailgate.http;

import java.util.Arrays;

/**
 * The text of an IPv6 address (RFC 3986 §3.2.2): eight groups, or fewer around one {@code ::}, of
 * which the last two may be an IPv4 address. Zone identifiers and IPvFuture are not supported: no
 * client sends them in a Host field.
 */
final class Ipv6 {

  private static final int GROUPS = 8;
  private static final int MAX_DIGITS = 4;

  private Ipv6() {}

  /** Whether [from, to) is an address, without brackets. */
  static boolean isValid(byte[] bytes, int from, int to) {
    boolean gap = isGap(bytes, from, to);
    int at = gap ? from + 2 : from;
    int groups = 0;
    while (at < to) {
      int end = digits(bytes, at, to);
      if (end < to && bytes[end] == '.') {
        return isIpv4(bytes, at, to) && isCount(groups + 2, gap);
      }
      if (end == at || end - at > MAX_DIGITS) {
        return false;
      }
      groups++;
      at = end;
      if (isGap(bytes, at, to) && !gap) {
        gap = true;
        at += 2;
      } else if (at < to && (bytes[at] != Octets.COLON || ++at == to)) {
        return false;
      }
    }
    return isCount(groups, gap);
  }

  /** The eight groups of the valid address [from, to), without brackets. */
  static int[] groups(byte[] bytes, int from, int to) {
    int[] groups = new int[GROUPS];
    int count = 0;
    int gap = GROUPS;
    int at = from;
    while (at < to) {
      int end = digits(bytes, at, to);
      if (isGap(bytes, at, to)) {
        gap = count;
        at += 2;
      } else if (bytes[at] == Octets.COLON) {
        at++;
      } else if (end < to && bytes[end] == '.') {
        count = putIpv4(bytes, at, to, groups, count);
        at = to;
      } else {
        groups[count++] = number(bytes, at, end, 16);
        at = end;
      }
    }
    moveBehindGap(groups, gap, count);
    return groups;
  }

  /** Puts the four numbers as two groups; returns the count with them. */
  private static int putIpv4(byte[] bytes, int from, int to, int[] groups, int count) {
    int at = from;
    for (int part = 0; part < 4; part++) {
      int end = at;
      while (end < to && bytes[end] != '.') {
        end++;
      }
      int group = count + part / 2;
      groups[group] = groups[group] << 8 | number(bytes, at, end, 10);
      at = end + 1;
    }
    return count + 2;
  }

  private static void moveBehindGap(int[] groups, int gap, int count) {
    int behind = count - gap;
    if (behind > 0) {
      System.arraycopy(groups, gap, groups, GROUPS - behind, behind);
      Arrays.fill(groups, gap, GROUPS - behind, 0);
    }
  }

  private static int number(byte[] bytes, int from, int to, int radix) {
    int number = 0;
    for (int i = from; i < to; i++) {
      number = number * radix + Octets.hexDigit(bytes[i]);
    }
    return number;
  }

  private static boolean isGap(byte[] bytes, int at, int to) {
    return at + 1 < to && bytes[at] == Octets.COLON && bytes[at + 1] == Octets.COLON;
  }

  private static boolean isCount(int groups, boolean gap) {
    return gap ? groups < GROUPS : groups == GROUPS;
  }

  private static int digits(byte[] bytes, int from, int to) {
    int end = from;
    while (end < to && Octets.hexDigit(bytes[end]) >= 0) {
      end++;
    }
    return end;
  }

  /** Four numbers up to 255 without leading zeros. */
  private static boolean isIpv4(byte[] bytes, int from, int to) {
    int at = from;
    for (int part = 0; part < 4; part++) {
      if (part > 0 && (at == to || bytes[at++] != '.')) {
        return false;
      }
      int first = at;
      int number = 0;
      while (at < to && Octets.isDigit(bytes[at]) && number <= 255) {
        number = number * 10 + bytes[at++] - '0';
      }
      boolean leadingZero = at - first > 1 && bytes[first] == '0';
      if (at == first || number > 255 || leadingZero) {
        return false;
      }
    }
    return at == to;
  }
}

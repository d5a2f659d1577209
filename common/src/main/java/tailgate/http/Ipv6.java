package tailgate.http;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The text of an IPv6 address (RFC 3986 §3.2.2): eight groups, or fewer around one {@code ::}, of
 * which the last two may be an IPv4 address. Zone identifiers and IPvFuture are not supported: no
 * client sends them in a Host field.
 */
final class Ipv6 {

  private static final int GROUPS = 8;
  private static final int MAX_DIGITS = 4;
  private static final int NO_GAP = -1;

  private Ipv6() {}

  /** Whether [from, to) is an address, without brackets. Allocates nothing. */
  static boolean isValid(byte[] bytes, int from, int to) {
    return read(bytes, from, to, null);
  }

  /** The eight groups of the valid address [from, to), without brackets. */
  static int[] groups(byte[] bytes, int from, int to) {
    int[] groups = new int[GROUPS];
    read(bytes, from, to, groups);
    return groups;
  }

  /** Puts the groups into {@code groups}, if that is not null; returns whether it is an address. */
  private static boolean read(byte[] bytes, int from, int to, int @Nullable [] groups) {
    int gap = isGap(bytes, from, to) ? 0 : NO_GAP;
    int at = gap == 0 ? from + 2 : from;
    int count = 0;
    while (at < to) {
      int end = digits(bytes, at, to);
      if (end < to && bytes[end] == '.') {
        if (!readIpv4(bytes, at, to, groups, count)) {
          return false;
        }
        count += 2;
        break;
      }
      if (end == at || end - at > MAX_DIGITS) {
        return false;
      }
      for (; at < end; at++) {
        put(groups, count, 4, Octets.hexDigit(bytes[at]));
      }
      count++;
      if (isGap(bytes, at, to) && gap == NO_GAP) {
        gap = count;
        at += 2;
      } else if (at < to && (bytes[at] != Octets.COLON || ++at == to)) {
        return false;
      }
    }
    boolean valid = gap == NO_GAP ? count == GROUPS : count < GROUPS;
    if (valid && groups != null && gap != NO_GAP) {
      moveBehindGap(groups, gap, count);
    }
    return valid;
  }

  /**
   * Puts four numbers as two groups; returns whether they are at most 255, without leading zeros.
   */
  private static boolean readIpv4(
      byte[] bytes, int from, int to, int @Nullable [] groups, int count) {
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
      put(groups, count + part / 2, 8, number);
    }
    return at == to;
  }

  /** Appends bits to a group; there may be too many groups, and then it is no address. */
  private static void put(int @Nullable [] groups, int group, int bits, int value) {
    if (groups != null && group < GROUPS) {
      groups[group] = groups[group] << bits | value;
    }
  }

  private static void moveBehindGap(int[] groups, int gap, int count) {
    int behind = count - gap;
    if (behind > 0) {
      System.arraycopy(groups, gap, groups, GROUPS - behind, behind);
      Arrays.fill(groups, gap, GROUPS - behind, 0);
    }
  }

  private static boolean isGap(byte[] bytes, int at, int to) {
    return at + 1 < to && bytes[at] == Octets.COLON && bytes[at + 1] == Octets.COLON;
  }

  private static int digits(byte[] bytes, int from, int to) {
    int end = from;
    while (end < to && Octets.hexDigit(bytes[end]) >= 0) {
      end++;
    }
    return end;
  }
}

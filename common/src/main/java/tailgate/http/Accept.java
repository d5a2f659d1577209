package tailgate.http;

import java.util.List;

/** The media types that a client accepts (RFC 9110 §12.5.1). */
public final class Accept {

  private static final int EXACT = 3;
  private static final int SAME_KIND = 2;
  private static final int ANY = 1;

  private Accept() {}

  /**
   * Whether the client would rather have {@code type} than {@code other}: it gives it a greater
   * weight, or the same weight and names it more exactly. A range with parameters counts as if it
   * had none. A client that says nothing prefers nothing.
   */
  public static boolean prefers(Request request, String type, String other) {
    List<Weighted> accepted = Weighted.parse(request.values(Field.ACCEPT));
    return rank(accepted, type) > rank(accepted, other);
  }

  /** The range that names a type most exactly decides its weight. */
  private static int rank(List<Weighted> accepted, String type) {
    int exactness = 0;
    int weight = 0;
    for (Weighted each : accepted) {
      int itsExactness = exactness(each.value(), type);
      if (itsExactness > exactness) {
        exactness = itsExactness;
        weight = each.weight();
      }
    }
    return weight == 0 ? 0 : weight * (EXACT + 1) + exactness;
  }

  /** How exactly a range names a type; 0 if it does not. */
  private static int exactness(String value, String type) {
    String range = value.split("[ \t;]", 2)[0];
    if (range.equalsIgnoreCase(type)) {
      return EXACT;
    }
    if (range.equalsIgnoreCase(type.substring(0, type.indexOf('/')) + "/*")) {
      return SAME_KIND;
    }
    return range.equals("*/*") ? ANY : 0;
  }
}

package tailgate.cli;

/**
 * A number of bytes.
 *
 * @param bytes at least 0
 */
record Size(long bytes) {

  /** Rounded down to whole mebibytes, for computed sizes. */
  static Size ofMebibytes(long bytes) {
    return new Size(bytes >> 20 << 20);
  }

  /** Returns the number as an int, for limits that must fit one. */
  int toInt() {
    return (int) Math.min(Integer.MAX_VALUE, bytes);
  }

  /** Returns the size in the largest unit with a whole number: {@code 64 MiB}. */
  @Override
  public String toString() {
    String[] units = {"B", "KiB", "MiB", "GiB"};
    long amount = bytes;
    int unit = 0;
    while (unit < units.length - 1 && amount >= 1024 && amount % 1024 == 0) {
      amount /= 1024;
      unit++;
    }
    return amount + " " + units[unit];
  }
}

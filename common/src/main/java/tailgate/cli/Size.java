package tailgate.cli;

/**
 * A number of bytes.
 *
 * @param bytes at least 0
 */
record Size(long bytes) {

  /** So many bytes, but whole mebibytes only: for figures that nobody has chosen. */
  static Size ofMebibytes(long bytes) {
    return new Size(bytes >> 20 << 20);
  }

  /** For limits that must fit an int. */
  int toInt() {
    return (int) Math.min(Integer.MAX_VALUE, bytes);
  }

  /** In the largest unit that leaves a whole number: {@code 64 MiB}. */
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

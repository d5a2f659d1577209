package tailgate.queue;

/**
 * Times in which the machine of a simulated server does nothing: it serves no request, and reads
 * none, as if the host had taken its processors. A request that comes meanwhile is seen when the
 * stall is over; its client waits from the begin. All times are in milliseconds.
 *
 * @param every the first one begins at this time, and then one each time it has passed again; more
 *     than the length
 * @param length of each; 0 for none
 */
record Stalls(double every, double length) {

  static final Stalls NONE = new Stalls(Double.MAX_VALUE, 0);

  /** One, at this time, for simulations that end before twice this time. */
  static Stalls one(double at, double length) {
    return new Stalls(at, length);
  }

  /** When something is noticed that happens at this time. */
  double noticed(double at) {
    double begin = begin(at);
    return begin > 0 && at < begin + length ? begin + length : at;
  }

  /** When some work is done. It is begun while the machine runs. */
  double done(double begun, double work) {
    double at = begun;
    double left = work;
    for (double next = begin(at) + every; at + left > next; next += every) {
      left -= next - at;
      at = next + length;
    }
    return at + left;
  }

  /** How long the machine does nothing from one time to another, neither of them in a stall. */
  double between(double from, double to) {
    return length * (Math.floor(to / every) - Math.floor(from / every));
  }

  /** The begin of the last one, or 0. */
  private double begin(double at) {
    return Math.floor(at / every) * every;
  }
}

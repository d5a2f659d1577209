package tailgate.http;

/** Is lent some octets for the time of a call. */
@FunctionalInterface
public interface OctetSink {

  /** Those in [from, to); they are the connection's and change as soon as this returns. */
  void accept(byte[] octets, int from, int to);
}

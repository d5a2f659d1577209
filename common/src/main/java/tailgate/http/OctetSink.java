package tailgate.http;

/** Receives octets for the duration of a call. */
@FunctionalInterface
public interface OctetSink {

  /**
   * Reads the octets in [from, to). They are in the connection's buffer and change after the call.
   */
  void accept(byte[] octets, int from, int to);
}

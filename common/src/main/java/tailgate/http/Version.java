package tailgate.http;

/** The protocol versions that are spoken (RFC 9110 §2.5, RFC 9112 §2.3). */
public enum Version {
  /** Persistent only when asked for; no chunked coding; needs no Host. */
  HTTP_1_0,

  /** Also what a later 1.x is taken for: a higher minor version changes nothing we rely on. */
  HTTP_1_1
}

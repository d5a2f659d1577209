package tailgate.http;

/** The supported protocol versions (RFC 9110 §2.5, RFC 9112 §2.3). */
public enum Version {
  /** Persistent only on request; no chunked coding; no Host required. */
  HTTP_1_0,

  /** HTTP/1.1, and later versions 1.x: a higher minor version changes nothing here. */
  HTTP_1_1
}

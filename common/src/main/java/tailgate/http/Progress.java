package tailgate.http;

/** How far a head or a body has come. */
public enum Progress {
  /** More bytes are needed. */
  INCOMPLETE,
  /** It is whole. */
  COMPLETE,
  /** It breaks the rules; the reader's refusal says which. */
  REFUSED
}

package tailgate.http;

/**
 * The grammar of chunk extensions, octet by octet (RFC 9112 §7.1.1). BWS is SP or HTAB.
 *
 * <pre>
 *   chunk-ext = *( BWS ";" BWS name [ BWS "=" BWS value ] )     value = token / quoted-string
 *
 *                  token             BWS              =                       "
 *   BEFORE_NAME ----------> NAME ----------> AFTER_NAME ----> BEFORE_VALUE ------> QUOTED <--+
 *       ^                    |                   |                | token           |  \     |
 *       |                    +---- = ------------+---->           v                 "   +--> ESCAPED
 *       |                    |                   |              TOKEN               v
 *       |                    |                   |                |  +--------- AFTER_QUOTED
 *       |                    |                   |                |  | BWS
 *       +--------- ; --------+---------- ; ------+------- ; ------+--+--- ; --- AFTER_VALUE
 * </pre>
 *
 * <p>The line may end in NAME, TOKEN and AFTER_QUOTED only: the grammar has no space at its end.
 * Extensions are read and ignored. Makes no garbage. Not thread-safe.
 *
 * <p>Tests: MalformedChunksTest.
 */
final class ChunkExtensions {

  private enum State {
    BEFORE_NAME,
    NAME,
    AFTER_NAME,
    BEFORE_VALUE,
    TOKEN,
    QUOTED,
    ESCAPED,
    AFTER_QUOTED,
    AFTER_VALUE,
    MALFORMED
  }

  private State state = State.BEFORE_NAME;

  /** A semicolon was read: a name must follow. */
  void begin() {
    state = State.BEFORE_NAME;
  }

  /** Whether the line may end here. */
  boolean mayEnd() {
    return state == State.NAME || state == State.TOKEN || state == State.AFTER_QUOTED;
  }

  /** Reads the next octet; false if the grammar does not allow it here. */
  boolean accept(byte octet) {
    state =
        switch (state) {
          case BEFORE_NAME -> afterSpace(octet, State.BEFORE_NAME, State.NAME);
          case NAME -> Octets.isToken(octet) ? State.NAME : afterName(octet);
          case AFTER_NAME -> afterName(octet);
          case BEFORE_VALUE ->
              octet == '"' ? State.QUOTED : afterSpace(octet, State.BEFORE_VALUE, State.TOKEN);
          case TOKEN -> Octets.isToken(octet) ? State.TOKEN : afterValue(octet);
          case QUOTED -> quoted(octet);
          case ESCAPED -> Octets.isValue(octet) ? State.QUOTED : State.MALFORMED;
          case AFTER_QUOTED, AFTER_VALUE -> afterValue(octet);
          case MALFORMED -> State.MALFORMED;
        };
    return state != State.MALFORMED;
  }

  private static State afterSpace(byte octet, State still, State next) {
    if (Octets.isSpace(octet)) {
      return still;
    }
    return Octets.isToken(octet) ? next : State.MALFORMED;
  }

  private static State afterName(byte octet) {
    if (octet == '=') {
      return State.BEFORE_VALUE;
    }
    return ended(octet, State.AFTER_NAME);
  }

  private static State afterValue(byte octet) {
    return ended(octet, State.AFTER_VALUE);
  }

  private static State ended(byte octet, State afterSpace) {
    if (octet == ';') {
      return State.BEFORE_NAME;
    }
    return Octets.isSpace(octet) ? afterSpace : State.MALFORMED;
  }

  private static State quoted(byte octet) {
    return switch (octet) {
      case '"' -> State.AFTER_QUOTED;
      case '\\' -> State.ESCAPED;
      default -> Octets.isValue(octet) ? State.QUOTED : State.MALFORMED;
    };
  }
}

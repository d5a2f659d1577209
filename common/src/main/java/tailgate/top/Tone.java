package tailgate.top;

/** What a piece of text is, so that it can be told from the rest where there are colours. */
enum Tone {
  /** A figure like any other. */
  PLAIN(""),
  /** What a figure is called. */
  LABEL("36"),
  /** A figure that is looked for first. */
  STRONG("1"),
  /** A figure that somebody should look into. */
  ALARM("1;31");

  private final String code;

  Tone(String code) {
    this.code = code;
  }

  /** The text in this tone's colour (ECMA-48, "select graphic rendition"). */
  String paint(String text) {
    return this == PLAIN ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
  }
}

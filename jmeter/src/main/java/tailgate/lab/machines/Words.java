package tailgate.lab.machines;

import java.util.List;

/** Text for people. */
final class Words {

  private static final int COLUMNS = 80;

  private Words() {}

  /** As {@code A, B and C}; empty for none. */
  static String list(List<String> items) {
    return items.size() < 2
        ? String.join("", items)
        : String.join(", ", items.subList(0, items.size() - 1))
            + " and "
            + items.get(items.size() - 1);
  }

  /** The item of a list, in lines of at most 80 columns. */
  static String item(String words) {
    StringBuilder text = new StringBuilder("-");
    int column = 1;
    for (String word : words.split(" ", -1)) {
      if (column + 1 + word.length() > COLUMNS) {
        text.append("\n ");
        column = 1;
      }
      text.append(' ').append(word);
      column += 1 + word.length();
    }
    return text.append('\n').toString();
  }
}

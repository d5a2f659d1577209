package tailgate.lab.machines;

import java.util.List;

/** Makes text for people. */
final class Words {

  private Words() {}

  /** Lists items, as {@code A, B and C}; empty for none. */
  static String list(List<String> items) {
    return items.size() < 2
        ? String.join("", items)
        : String.join(", ", items.subList(0, items.size() - 1))
            + " and "
            + items.get(items.size() - 1);
  }
}

package tailgate.adaptivepool;

import java.util.List;

/** Finds living threads. */
final class ThreadsNamed {
  private ThreadsNamed() {}

  static List<Thread> startingWith(String prefix) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(prefix))
        .toList();
  }
}

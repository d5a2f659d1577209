package tailgate.threadpool;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.event.MethodExitEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import com.sun.jdi.request.MethodExitRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Records every call of a method of Tailgate that some threads of another JVM make.
 *
 * <p>It uses the Java Debug Interface. The other JVM reports each entry into a method and each
 * exit, so no call is missed, and no class is changed. The threads are never suspended. Calls of
 * the JDK and of libraries are not seen: a method that they call counts as called by the method of
 * Tailgate that called them.
 *
 * <p>Not thread-safe.
 */
final class CallRecorder implements AutoCloseable {

  private static final String CLASSES = "tailgate.*";

  /** A recording ends when no thread is inside a method and nothing has happened for so long. */
  private static final Duration QUIET = Duration.ofMillis(250);

  /** A recording that takes longer fails. */
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private final VirtualMachine vm;
  private final List<EventRequest> requests = new ArrayList<>();

  /** The calls that each thread is inside, the innermost first. */
  private final Map<ThreadReference, Deque<Call>> inside = new HashMap<>();

  private final Map<ThreadReference, String> threads = new HashMap<>();

  /**
   * A call of a method.
   *
   * @param file the source file of the method, with its folder
   * @param method class and method, such as {@code Outer.Inner.name}
   * @param calls the calls that it made, in order
   */
  record Call(String thread, String file, String method, List<Call> calls) {}

  /** Makes the other JVM do what is recorded. */
  @FunctionalInterface
  interface Action {
    void run() throws IOException;
  }

  /**
   * Attaches to a JVM on this machine.
   *
   * @param debugPort where its debug agent listens
   * @param threads names of the threads to record. Each has to exist.
   */
  CallRecorder(int debugPort, List<String> threads) throws IOException {
    vm = attach(debugPort);
    for (ThreadReference thread : vm.allThreads()) {
      String name = thread.name();
      if (threads.contains(name)) {
        this.threads.put(thread, name);
        this.inside.put(thread, new ArrayDeque<>());
        prepare(thread);
      }
    }
    if (!this.threads.values().containsAll(threads)) {
      throw new IllegalStateException("only these threads exist: " + this.threads.values());
    }
  }

  private static VirtualMachine attach(int port) throws IOException {
    AttachingConnector connector =
        Bootstrap.virtualMachineManager().attachingConnectors().stream()
            .filter(each -> each.name().equals("com.sun.jdi.SocketAttach"))
            .findFirst()
            .orElseThrow();
    Map<String, Connector.Argument> arguments = connector.defaultArguments();
    Objects.requireNonNull(arguments.get("hostname")).setValue("127.0.0.1");
    Objects.requireNonNull(arguments.get("port")).setValue("" + port);
    Objects.requireNonNull(arguments.get("timeout")).setValue("" + LONGEST.toMillis());
    try {
      return connector.attach(arguments);
    } catch (IllegalConnectorArgumentsException e) {
      throw new IllegalStateException(e);
    }
  }

  private void prepare(ThreadReference thread) {
    MethodEntryRequest entry = vm.eventRequestManager().createMethodEntryRequest();
    entry.addClassFilter(CLASSES);
    entry.addThreadFilter(thread);
    requests.add(entry);
    MethodExitRequest exit = vm.eventRequestManager().createMethodExitRequest();
    exit.addClassFilter(CLASSES);
    exit.addThreadFilter(thread);
    requests.add(exit);
    requests.forEach(request -> request.setSuspendPolicy(EventRequest.SUSPEND_NONE));
  }

  /**
   * The calls that the action causes, each with those below it. Calls of different threads are in
   * the order in which they began. The threads have to be idle before.
   *
   * @throws IllegalStateException if they are not idle again in time; also if an exception left a
   *     method, because no exit is reported then
   */
  List<Call> record(Action action) throws IOException, InterruptedException {
    requests.forEach(EventRequest::enable);
    action.run();
    List<Call> calls = new ArrayList<>();
    long end = System.nanoTime() + LONGEST.toNanos();
    EventSet events = next();
    while (events != null || !isIdle()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("still inside a method: " + inside.values());
      }
      if (events != null) {
        events.forEach(event -> take(event, calls));
      }
      events = next();
    }
    requests.forEach(EventRequest::disable);
    return calls;
  }

  private @Nullable EventSet next() throws InterruptedException {
    return vm.eventQueue().remove(QUIET.toMillis());
  }

  private boolean isIdle() {
    return inside.values().stream().allMatch(Deque::isEmpty);
  }

  private void take(Event event, List<Call> calls) {
    if (event instanceof MethodEntryEvent entry && isWritten(entry.method())) {
      Deque<Call> stack = stack(entry.thread());
      Call call = call(entry.thread(), entry.method());
      (stack.isEmpty() ? calls : stack.getFirst().calls()).add(call);
      stack.push(call);
    } else if (event instanceof MethodExitEvent exit && isWritten(exit.method())) {
      stack(exit.thread()).pop();
    }
  }

  private Deque<Call> stack(ThreadReference thread) {
    return Objects.requireNonNull(inside.get(thread));
  }

  /** Whether it is in the source: the classes behind lambdas and bridge methods are not. */
  private static boolean isWritten(Method method) {
    return !method.declaringType().name().contains("$$") && !method.isBridge();
  }

  private Call call(ThreadReference thread, Method method) {
    ReferenceType type = method.declaringType();
    String folder = type.name().substring(0, type.name().lastIndexOf('.') + 1);
    String name = type.name().substring(folder.length()).replace('$', '.');
    String what =
        method.isConstructor()
            ? "new " + name
            : name + "." + method.name().replaceFirst("^lambda\\$(\\w+)\\$\\d+$", "$1");
    try {
      return new Call(
          Objects.requireNonNull(threads.get(thread)),
          folder.replace('.', '/') + type.sourceName(),
          what,
          new ArrayList<>());
    } catch (AbsentInformationException e) {
      throw new IllegalStateException(type + " does not say its source file", e);
    }
  }

  @Override
  public void close() {
    try {
      vm.dispose();
    } catch (VMDisconnectedException e) {
      // The other JVM has ended, which is as good.
    }
  }
}

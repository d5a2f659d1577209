package tailgate.lab.remote;

import static tailgate.lab.load.Text.format;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.machine.Tool;
import tailgate.lab.process.Children;

/**
 * A shell on another machine that answers questions, which are commands of sh(1). It is the first
 * command of the connection, and the connection ends with it.
 *
 * <pre>
 *   open ──► ask, ask, ... ──► close
 *     │            │
 *  refused       lost: each question fails from now on
 * </pre>
 *
 * <p>Every few seconds it is asked to make a file, by a thread of its own. If it was not asked for
 * half a minute, because this machine or the network between has gone, {@code agent.sh} ends all
 * that was started there. Thread-safe: questions of several threads are answered one after the
 * other.
 */
final class RemoteShell implements AutoCloseable {

  /** The file in the folder of this machine for what ssh writes to standard error. */
  static final String ERRORS = "ssh.err";

  private static final String AGENT = "agent.sh";
  private static final Duration BEAT = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /**
   * The answer to a question.
   *
   * @param status the exit status of the command
   */
  record Answer(int status, List<String> lines) {
    Answer {
      lines = List.copyOf(lines);
    }

    String text() {
      return String.join("\n", lines);
    }
  }

  private final Purpose purpose;
  private final Ssh ssh;
  private final Children children;
  private final RemoteProcess process;
  private final Path errors;
  private final BufferedReader answers;

  /** The line after an answer begins with this. */
  private final String mark = "end-" + UUID.randomUUID();

  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("beat").factory());

  /** The beats; null before they begin. Confined to the thread that begins and closes. */
  private @Nullable Future<?> beats;

  private RemoteShell(
      Purpose purpose, Ssh ssh, Children children, RemoteProcess process, Path errors) {
    this.purpose = purpose;
    this.ssh = ssh;
    this.children = children;
    this.process = process;
    this.errors = errors;
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * Connects to the other machine.
   *
   * @param purpose of that machine, for messages
   * @param folder for what ssh writes to standard error
   * @throws LabException if there is no ssh
   */
  static RemoteShell open(Purpose purpose, Ssh ssh, Path folder, Children children)
      throws IOException, LabException, InterruptedException {
    String command = ssh.words().get(0);
    if (Tool.output("sh", "-c", "command -v \"$1\"", "sh", command).isEmpty()) {
      throw new LabException(
          "%s needs the command ssh; there is no %s".formatted(purpose.option("host"), command));
    }
    Path errors = folder.resolve(ERRORS);
    RemoteProcess process =
        children.start(
            new ProcessBuilder(Ssh.apart(ssh.connect("sh"))).redirectError(errors.toFile()),
            RemoteProcess::new);
    return new RemoteShell(purpose, ssh, children, process, errors);
  }

  /**
   * Sends the agent; is called once, before any question.
   *
   * @return what the agent says about its machine
   * @throws LabException if that machine does not answer
   */
  List<String> begin() throws LabException {
    Future<?> tooLate =
        clock.schedule(process::destroyForcibly, PATIENCE.toSeconds(), TimeUnit.SECONDS);
    try {
      Answer hello = ask(JsonFiles.resource(RemoteShell.class, AGENT));
      beats =
          clock.scheduleWithFixedDelay(
              this::beat, BEAT.toMillis(), BEAT.toMillis(), TimeUnit.MILLISECONDS);
      return hello.lines;
    } catch (IOException e) {
      if (tooLate.isDone()) {
        throw new LabException(
            format("%s has not answered within %d s", ssh.target(), PATIENCE.toSeconds()), e);
      }
      throw new LabException(whyNot(), e);
    } finally {
      tooLate.cancel(false);
    }
  }

  private void beat() {
    try {
      ask(": >\"$d/beat\"");
    } catch (IOException e) {
      // Whoever needs an answer notices.
    }
  }

  /**
   * Runs a command, which may have several lines, and must not read standard input.
   *
   * @throws IOException if the connection has ended; says that
   */
  synchronized Answer ask(String command) throws IOException {
    try {
      OutputStream questions = process.getOutputStream();
      String question = command + "\nprintf '\\n%s %s\\n' " + mark + " \"$?\"\n";
      questions.write(question.getBytes(StandardCharsets.UTF_8));
      questions.flush();
    } catch (IOException e) {
      throw lost(e);
    }
    List<String> lines = new ArrayList<>();
    for (String line = answers.readLine(); line != null; line = answers.readLine()) {
      if (line.startsWith(mark)) {
        // The line before is empty if the answer has ended with a line break.
        if (!lines.isEmpty() && lines.get(lines.size() - 1).isEmpty()) {
          lines.remove(lines.size() - 1);
        }
        return new Answer(Integer.parseInt(line.substring(mark.length() + 1)), lines);
      }
      lines.add(line);
    }
    throw lost(null);
  }

  private IOException lost(@Nullable IOException cause) {
    return new IOException("the connection to " + ssh.target() + " has ended", cause);
  }

  /** Says why there are no answers, from the exit code of ssh and its standard error. */
  private String whyNot() {
    try {
      boolean ended = process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      String said = Files.readString(errors);
      return ended && process.exitValue() != RemoteProcess.LOST
          ? "%s cannot run %s: %s".formatted(ssh.target(), purpose, Ssh.lastLine(said))
          : ssh.whyNot(said);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    } catch (IOException e) {
      return ssh.whyNot("");
    }
  }

  /** Closes the input of the shell without a word. */
  void hangUp() throws IOException {
    process.getOutputStream().close();
  }

  /** Ends all that runs there, removes what was written there, and ends the connection. */
  @Override
  public void close() {
    if (beats != null) {
      beats.cancel(false);
    }
    clock.shutdown();
    children.stop(process);
  }
}

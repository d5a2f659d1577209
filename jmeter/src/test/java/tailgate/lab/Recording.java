package tailgate.lab;

import java.util.ArrayList;
import java.util.List;

/** Remembers what came of runs. */
record Recording<T>(List<T> results, List<Failure> failures) implements Trials.Recorder<T> {

  Recording() {
    this(new ArrayList<>(), new ArrayList<>());
  }

  @Override
  public void made(T result) {
    results.add(result);
  }

  @Override
  public void failed(Failure failure) {
    failures.add(failure);
  }
}

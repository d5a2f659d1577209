package tailgate.lab.cli;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import tailgate.lab.choose.Objective;
import tailgate.lab.jmeter.InjectorAddress;
import tailgate.lab.load.RequestSpec.Header;
import tailgate.lab.machine.Isolation.Collector;
import tailgate.lab.machine.NetworkLine;
import tailgate.lab.machine.Placement;
import tailgate.lab.url.RateSteps;
import tailgate.lab.url.RequestFile;
import tailgate.lab.url.ServerUrl;
import tailgate.lab.url.ServiceObjective;

/** Reads the value of an option by a function whose exceptions have words for the user. */
class WordedConverter<T> implements ITypeConverter<T> {

  private final Function<String, T> read;

  /** Creates a converter of a function that throws an {@link IllegalArgumentException}. */
  WordedConverter(Function<String, T> read) {
    this.read = read;
  }

  /** Has a command, and the commands below it, read the options whose values have such a type. */
  static CommandLine addTo(CommandLine command) {
    return command
        .registerConverter(Placement.class, new WordedConverter<>(Placement::parse))
        .registerConverter(NetworkLine.class, new WordedConverter<>(NetworkLine::parse))
        .registerConverter(InjectorAddress.class, new WordedConverter<>(InjectorAddress::parse))
        .registerConverter(ServerUrl.class, new WordedConverter<>(ServerUrl::parse))
        .registerConverter(Duration.class, new WordedConverter<>(RateSteps::time))
        .registerConverter(Header.class, new WordedConverter<>(RequestFile::header))
        .registerConverter(Objective.class, new WordedConverter<>(Objective::parse))
        .registerConverter(ServiceObjective.class, new WordedConverter<>(ServiceObjective::parse))
        .registerConverter(Collector.class, oneOf("collector", Collector.all()))
        .registerConverter(
            IsolationOptions.OnBusy.class,
            oneOf("choice", List.of(IsolationOptions.OnBusy.values())))
        .registerConverter(
            CandidateOptions.OnDifference.class,
            oneOf("choice", List.of(CandidateOptions.OnDifference.values())));
  }

  @Override
  public final T convert(String text) {
    try {
      return read.apply(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  /** Returns a converter that finds the constant whose name in lower case is the text. */
  private static <E extends Enum<E>> WordedConverter<E> oneOf(String what, List<E> all) {
    Map<String, E> byName = new LinkedHashMap<>();
    all.forEach(constant -> byName.put(constant.name().toLowerCase(Locale.ROOT), constant));
    return new WordedConverter<>(
        text -> {
          E found = byName.get(text);
          if (found == null) {
            throw new IllegalArgumentException(
                "no %s '%s'; there are %s"
                    .formatted(what, text, String.join(", ", byName.keySet())));
          }
          return found;
        });
  }
}

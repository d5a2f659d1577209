package tailgate.lab.cli;

import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the value of an option by a function whose exceptions have words for the user. */
abstract class WordedConverter<T> implements ITypeConverter<T> {

  private final Function<String, T> read;

  /** Creates a converter of a function that throws an {@link IllegalArgumentException}. */
  WordedConverter(Function<String, T> read) {
    this.read = read;
  }

  @Override
  public final T convert(String text) {
    try {
      return read.apply(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}

package tailgate.cli;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads an enum constant by its name as users type it: {@code LITTLES_LAW} is {@code littles-law}.
 * Case does not matter. A stage that has an enum of its own makes a subclass with a constructor
 * without parameters, and names it as its option's converter.
 */
public class EnumConverter<E extends Enum<E>> implements ITypeConverter<E> {
  private final Class<E> type;

  protected EnumConverter(Class<E> type) {
    this.type = type;
  }

  /** The constant; an unknown name is refused with a list of the known ones. */
  @Override
  public E convert(String text) {
    for (E constant : type.getEnumConstants()) {
      if (ValueFormat.name(constant).equals(text.toLowerCase(Locale.ROOT))) {
        return constant;
      }
    }
    throw new TypeConversionException(
        "'" + text + "' is none of " + String.join(", ", ValueFormat.names(type)));
  }
}

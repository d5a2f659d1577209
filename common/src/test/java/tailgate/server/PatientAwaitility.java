package tailgate.server;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Has Awaitility wait as long as a {@link RawClient} does. JUnit finds this extension by its name
 * in {@code META-INF/services}; {@code junit-platform.properties} has the limit of a whole test.
 */
public final class PatientAwaitility implements BeforeAllCallback {

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(RawClient.PATIENCE);
  }
}

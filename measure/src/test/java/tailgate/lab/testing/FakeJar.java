package tailgate.lab.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * A runnable jar of one test class. How it shall behave is written in a file beside it, because a
 * stage's command line is not the test's to choose.
 */
public final class FakeJar {

  private static final String BEHAVIOUR = "behaviour";

  private FakeJar() {}

  public static void write(Path jar, Class<?> main, Enum<?> behaviour) throws IOException {
    Files.createDirectories(jar.resolveSibling("."));
    Files.writeString(jar.resolveSibling(BEHAVIOUR), behaviour.name());
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main.getName());
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      add(out, main);
      out.putNextEntry(new JarEntry(BEHAVIOUR)); // for a jar that is copied elsewhere
      out.write(behaviour.name().getBytes(StandardCharsets.UTF_8));
      for (Class<?> nested : main.getDeclaredClasses()) {
        add(out, nested);
      }
    }
  }

  private static void add(JarOutputStream out, Class<?> type) throws IOException {
    String name = type.getName().replace('.', '/') + ".class";
    out.putNextEntry(new JarEntry(name));
    try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
      Objects.requireNonNull(in, name).transferTo(out);
    }
  }
}

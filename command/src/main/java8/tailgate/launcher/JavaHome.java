package tailgate.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** An installed Java, identified by its folder and the file "release" in it. */
final class JavaHome implements Comparable<JavaHome> {

  private static final boolean WINDOWS = File.separatorChar == '\\';

  private final File home;

  /** 21, 0, 8 for "21.0.8". Never empty. */
  private final List<Integer> version;

  private JavaHome(File home, List<Integer> version) {
    this.home = home;
    this.version = version;
  }

  /** The newest one in the usual folders of Linux, macOS and Windows, or null. */
  static JavaHome newestOnThisMachine() {
    String user = System.getProperty("user.home");
    List<File> folders = new ArrayList<>();
    for (String folder :
        new String[] {
          System.getenv("JAVA_HOME"),
          "/usr/lib/jvm",
          "/usr/java",
          "/usr/local",
          "/opt",
          "/opt/java",
          user + "/.sdkman/candidates/java",
          user + "/.jdks",
          user + "/.asdf/installs/java",
          "/Library/Java/JavaVirtualMachines",
          user + "/Library/Java/JavaVirtualMachines",
        }) {
      if (folder != null) {
        folders.add(new File(folder));
      }
    }
    String programs = System.getenv("ProgramFiles");
    if (programs != null) {
      for (String vendor : new String[] {"Java", "Eclipse Adoptium", "Microsoft", "Zulu"}) {
        folders.add(new File(programs, vendor));
      }
    }
    return newestIn(folders);
  }

  /**
   * The newest one among the folders and their direct children, or null. Versions are compared by
   * number, so 21.0.10 is newer than 21.0.9. The names of the folders do not matter.
   */
  static JavaHome newestIn(Iterable<File> folders) {
    List<JavaHome> found = new ArrayList<>();
    for (File folder : folders) {
      addIfHome(folder, found);
      File[] children = folder.listFiles();
      if (children != null) {
        for (File child : children) {
          addIfHome(child, found);
          addIfHome(new File(child, "Contents/Home"), found); // a bundle of macOS
        }
      }
    }
    return found.isEmpty() ? null : Collections.max(found);
  }

  private static void addIfHome(File home, List<JavaHome> found) {
    List<Integer> version = versionOf(new File(home, "release"));
    JavaHome candidate = new JavaHome(home, version);
    if (!version.isEmpty() && candidate.java().canExecute()) {
      found.add(candidate);
    }
  }

  /** The JAVA_VERSION that a file "release" states, empty if it cannot be read or has none. */
  private static List<Integer> versionOf(File release) {
    if (release.isFile()) {
      try {
        // Latin 1, because no bytes are malformed in it.
        for (String line : Files.readAllLines(release.toPath(), StandardCharsets.ISO_8859_1)) {
          if (line.startsWith("JAVA_VERSION=")) {
            return parse(line.substring("JAVA_VERSION=".length()).replace("\"", "").trim());
          }
        }
      } catch (IOException e) {
        return Collections.emptyList(); // others may be readable
      }
    }
    return Collections.emptyList();
  }

  /** The leading numbers: 21, 0, 8 of "21.0.8", 26 of "26-ea", 8, 0 of "1.8.0_402". */
  static List<Integer> parse(String version) {
    List<Integer> numbers = new ArrayList<>();
    for (String part : (version.startsWith("1.") ? version.substring(2) : version).split("\\.")) {
      String digits = part.replaceFirst("\\D.*", "");
      if (digits.isEmpty() || digits.length() > 9) {
        break;
      }
      numbers.add(Integer.valueOf(digits));
      if (digits.length() < part.length()) {
        break;
      }
    }
    return numbers;
  }

  /** 21 for 21.0.8. */
  int feature() {
    return version.get(0);
  }

  /** The program to start. */
  File java() {
    return new File(home, WINDOWS ? "bin\\java.exe" : "bin/java");
  }

  /** By version alone; inconsistent with equals. */
  @Override
  public int compareTo(JavaHome other) {
    for (int i = 0; i < version.size() && i < other.version.size(); i++) {
      int order = version.get(i).compareTo(other.version.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(version.size(), other.version.size());
  }
}

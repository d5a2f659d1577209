package tailgate.content.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MediaTypesTest {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "index.html, text/html; charset=utf-8",
    "INDEX.HTML, text/html; charset=utf-8",
    "style.css, text/css; charset=utf-8",
    "script.js, text/javascript; charset=utf-8",
    "script.mjs, text/javascript; charset=utf-8",
    "script.cjs, text/javascript; charset=utf-8",
    "data.json, application/json",
    "data.ndjson, application/x-ndjson",
    "data.geojson, application/geo+json",
    "data.csv, text/csv; charset=utf-8",
    "data.tsv, text/tab-separated-values; charset=utf-8",
    "data.yaml, application/yaml",
    "style.xsl, application/xml",
    "site.webmanifest, application/manifest+json",
    "logo.svg, image/svg+xml",
    "image.png, image/png",
    "image.heic, image/heic",
    "film.m4v, video/x-m4v",
    "film.m3u8, application/vnd.apple.mpegurl",
    "film.mpd, application/dash+xml",
    "film.ts, video/mp2t",
    "film.vtt, text/vtt; charset=utf-8",
    "sound.flac, audio/flac",
    "scene.gltf, model/gltf+json",
    "scene.glb, model/gltf-binary",
    "module.wasm, application/wasm",
    "archive.tar.gz, application/gzip",
    "archive.tgz, application/gzip",
    "archive.tar.zst, application/zstd",
    "Main.java, text/plain; charset=utf-8",
    "main.rs, text/plain; charset=utf-8",
    "run.sh, text/plain; charset=utf-8",
    "a b.txt, text/plain; charset=utf-8",
    "README, text/plain; charset=utf-8",
    "Makefile, text/plain; charset=utf-8",
    "README.md, text/markdown; charset=utf-8",
    "file.unheard-of, application/octet-stream",
    "file.readme, application/octet-stream",
    "unheard-of, application/octet-stream",
    "html, application/octet-stream",
    "dot., application/octet-stream",
    "'', application/octet-stream",
  })
  void goesByTheSuffixOrTheWholeName(String fileName, String type) {
    assertThat(MediaTypes.STANDARD.of(fileName)).isEqualTo(type);
  }

  /** In Turkish, the lower case of I is not i. */
  @Test
  void doesNotDependOnTheLocale() {
    Locale usual = Locale.getDefault();
    Locale.setDefault(Locale.of("tr"));
    try {
      assertThat(MediaTypes.STANDARD.of("A.GIF")).isEqualTo("image/gif");
    } finally {
      Locale.setDefault(usual);
    }
  }

  /** The types that sites have most of their bytes in, and those that shrink to nothing. */
  @ParameterizedTest
  @CsvSource({
    "html svg json ndjson geojson gltf vtt m3u8 mpd xsl xml csv java wasm ttf ico sql yaml, true",
    "png heic mp4 m4v ts mp3 woff2 zst tgz gz xz zip 7z pdf glb docx bin unheard-of, false",
  })
  void textIsCompressed(String suffixes, boolean compressed) {
    assertThat(suffixes.split(" "))
        .allSatisfy(
            suffix ->
                assertThat(MediaTypes.isText(MediaTypes.STANDARD.of("a." + suffix)))
                    .isEqualTo(compressed));
  }

  @Test
  void aFileOfTheUserOverridesTheStandard() throws IOException {
    MediaTypes types =
        types(
            """
            # mine
            Text/Plain\t\tQQ  ts   # TypeScript
            \r
              application/json  /apple-app-site-association
            text/html;charset=iso-8859-1 html
            text/plain txt
            text/css txt
            application/x-tar tar.gz
            video/nothing
            """);

    assertThat(types.of("a.qq")).isEqualTo("text/plain; charset=utf-8");
    assertThat(types.of("a.ts")).isEqualTo("text/plain; charset=utf-8");
    assertThat(types.of("Apple-App-Site-Association")).isEqualTo("application/json");
    assertThat(types.of("a.apple-app-site-association")).isEqualTo("application/octet-stream");
    assertThat(types.of("a.html")).isEqualTo("text/html;charset=iso-8859-1");
    assertThat(types.of("a.txt")).as("the last line counts").isEqualTo("text/css; charset=utf-8");
    assertThat(types.of("a.b.tar.gz")).isEqualTo("application/x-tar");
    assertThat(types.of("a.gz")).isEqualTo("application/gzip");
    assertThat(types.of("a.png")).isEqualTo("image/png");
    assertThat(MediaTypes.STANDARD.of("a.ts")).isEqualTo("video/mp2t");
  }

  @ParameterizedTest
  @CsvSource({
    "types {, types, media type",
    "text plain txt, text, media type",
    "text/ txt, text/, media type",
    "text/plain/x txt, text/plain/x, media type",
    "text/plain; txt, text/plain;, media type",
    "\"text/plain\" txt, \"text/plain\", media type",
    "text/plain txt;, txt;, suffix",
    "text/plain .txt, .txt, suffix",
    "text/plain /a.b, /a.b, suffix",
    "text/plain a/b, a/b, suffix",
  })
  void aLineThatIsWrongIsNamed(String line, String word, String what) {
    assertThatThrownBy(() -> types("text/plain txt\n\n" + line + "\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "%s:3: \"%s\" is not a %s; a line looks like this: text/plain txt log",
            folder.resolve("types"), word, what);
  }

  /** The list is read without a check, and only in its strictest form. */
  @Test
  void theStandardListHasTheFormat() throws IOException {
    String list;
    try (InputStream in =
        Objects.requireNonNull(MediaTypes.class.getResourceAsStream("mime.types"))) {
      list = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    MediaTypes read = types(list);

    assertThat(list).endsWith("\n").doesNotContain("  ", "\t", "\r");
    assertThat(list.lines().filter(line -> !line.startsWith("#")))
        .noneMatch(line -> line.contains("#") || !line.equals(line.toLowerCase(Locale.ROOT)));
    list.lines()
        .filter(line -> !line.startsWith("#"))
        .flatMap(line -> Stream.of(line.split(" ")).skip(1))
        .map(suffix -> suffix.startsWith("/") ? suffix.substring(1) : "a." + suffix)
        .forEach(name -> assertThat(MediaTypes.STANDARD.of(name)).isEqualTo(read.of(name)));
  }

  private MediaTypes types(String list) throws IOException {
    return MediaTypes.with(Files.writeString(folder.resolve("types"), list));
  }
}

package tailgate.admin;

import com.sun.net.httpserver.Headers;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tailgate.admin.AdminPage.Answer;
import tailgate.metrics.RequestMetrics;

/**
 * {@link Stats} in the words of Prometheus: its text format, or OpenMetrics for those who accept
 * it. A class of its own, so that its library is loaded when it is needed.
 */
final class PrometheusText {

  private static final ExpositionFormats FORMATS = ExpositionFormats.init();

  private PrometheusText() {}

  static Answer of(Stats stats, @Nullable RequestMetrics metrics, Headers request)
      throws IOException {
    ExpositionFormatWriter writer = FORMATS.findWriter(request.getFirst("Accept"));
    var out = new ByteArrayOutputStream();
    writer.write(out, new PrometheusNames(stats, metrics).all());
    return new Answer(200, writer.getContentType(), out.toString(StandardCharsets.UTF_8));
  }
}

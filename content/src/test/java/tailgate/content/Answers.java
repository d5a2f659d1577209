package tailgate.content;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.time.Instant;
import java.time.InstantSource;
import tailgate.http.Body;
import tailgate.http.DateField;
import tailgate.http.Response;

/** Looks at responses as a client would. */
public final class Answers {

  private Answers() {}

  public static String head(Response response) {
    ByteBuffer out = ByteBuffer.allocate(response.headLength());
    var date = new DateField(InstantSource.fixed(Instant.parse("2126-11-20T12:00:00Z")));
    response.putHead(out, date, Response.Persistence.IMPLICIT);
    return new String(out.array(), 0, out.position(), ISO_8859_1);
  }

  /** The content, one char for each byte; closes it. */
  public static String content(Response response) throws IOException {
    return switch (response.body()) {
      case Body.Bytes(ByteBuffer bytes) -> ISO_8859_1.decode(bytes.duplicate()).toString();
      case Body.Transfer transfer -> content(transfer);
    };
  }

  private static String content(Body.Transfer transfer) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (transfer;
        WritableByteChannel target = Channels.newChannel(bytes)) {
      long position = 0;
      while (position < transfer.length()) {
        position += transfer.transferTo(position, Long.MAX_VALUE, target);
      }
    }
    return bytes.toString(ISO_8859_1);
  }
}

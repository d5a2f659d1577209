package tailgate.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.time.Instant;
import java.time.InstantSource;

/** What a client would see of a response, one char for each byte. */
final class Responses {

  private Responses() {}

  static String head(Response response) {
    ByteBuffer out = ByteBuffer.allocate(response.headLength());
    response.putHead(
        out,
        new DateField(InstantSource.fixed(Instant.parse("2126-11-20T12:00:00Z"))),
        Response.Persistence.IMPLICIT);
    return ISO_8859_1.decode(out.flip()).toString();
  }

  /** The content; one that moves itself is moved in small steps, and stays open. */
  static String content(Response response) throws IOException {
    return switch (response.body()) {
      case Body.Bytes(ByteBuffer bytes) -> ISO_8859_1.decode(bytes.duplicate()).toString();
      case Body.Transfer transfer -> content(transfer);
    };
  }

  private static String content(Body.Transfer transfer) throws IOException {
    var bytes = new ByteArrayOutputStream();
    WritableByteChannel target = Channels.newChannel(bytes);
    long position = 0;
    while (position < transfer.length()) {
      position += transfer.transferTo(position, 3, target);
    }
    return bytes.toString(ISO_8859_1);
  }
}

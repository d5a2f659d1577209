package tailgate.soak;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/** What a client can do to a server. Each attack takes a few seconds at most, and cleans up. */
enum Hostile {
  /** Half a head, and then nothing until the server has had enough. */
  HALF_HEAD {
    @Override
    void attack(Attack on) throws IOException {
      try (var connection = on.connect()) {
        connection.send(text("GET / HTTP/1.1\r\nHost: loc"));
        connection.input().transferTo(OutputStream.nullOutputStream());
      }
    }
  },

  /** A head, byte by byte. */
  SLOW_HEAD {
    @Override
    void attack(Attack on) throws IOException {
      try (var connection = on.connect()) {
        on.slowly(connection, GoodRequest.wire("GET", Site.SMALL, ""));
      }
    }
  },

  /** A body, byte by byte. */
  SLOW_BODY {
    @Override
    void attack(Attack on) throws IOException {
      try (var connection = on.connect()) {
        connection.send(GoodRequest.wire("POST", Site.SMALL, "Content-Length: 1000\r\n"));
        on.slowly(connection, new byte[SLOW_BYTES]);
      }
    }
  },

  /** A reset in the middle of a request. */
  RESET_IN_REQUEST {
    @Override
    void attack(Attack on) throws IOException {
      var connection = on.connect();
      connection.send(text("GET /small.bin HTTP/1.1\r\nHo"));
      connection.reset();
    }
  },

  /** A reset in the middle of a response. */
  RESET_IN_RESPONSE {
    @Override
    void attack(Attack on) throws IOException {
      var connection = on.connect();
      connection.send(GoodRequest.wire("GET", Site.LARGE, ""));
      connection.input().readNBytes(SOME_BYTES);
      connection.reset();
    }
  },

  /** Hundreds of requests at once; each that is answered must be answered right. */
  PIPELINE {
    @Override
    void attack(Attack on) throws IOException {
      try (var connection = on.connect()) {
        connection.send(repeated(GoodRequest.wire("GET", Site.SMALL, ""), PIPELINED));
        boolean open = true;
        for (int i = 0; i < PIPELINED && open; i++) {
          open = on.checks(connection.read(on.site().small()));
        }
      }
    }
  },

  /** Hundreds of requests at once, and a reset in the middle of the responses. */
  PIPELINE_AND_RESET {
    @Override
    void attack(Attack on) throws IOException {
      var connection = on.connect();
      connection.send(repeated(GoodRequest.wire("GET", Site.MEDIUM, ""), PIPELINED));
      connection.input().readNBytes(SOME_BYTES);
      connection.reset();
    }
  },

  /** Many ranges of a file that is not in the cache, again and again. */
  RANGE_STORM {
    @Override
    void attack(Attack on) throws IOException {
      try (var connection = on.connect()) {
        String fields = "Range: " + ranges() + "\r\n";
        byte[] last = GoodRequest.wire("GET", Site.LARGE, fields + "Connection: close\r\n");
        connection.send(repeated(GoodRequest.wire("GET", Site.LARGE, fields), STORM));
        connection.send(last);
        connection.input().transferTo(OutputStream.nullOutputStream());
      }
    }
  },

  /** A hundred connections at once, each with most of a large head, and then a reset. */
  FLOOD {
    @Override
    void attack(Attack on) throws IOException {
      List<ClientConnection> all = new ArrayList<>();
      try {
        for (int i = 0; i < FLOODING; i++) {
          all.add(on.connect());
          all.getLast().send(text("GET / HTTP/1.1\r\n" + FIELD.repeat(MOST_OF_A_HEAD)));
        }
        on.pause();
      } finally {
        for (ClientConnection connection : all) {
          connection.reset();
        }
      }
    }
  },

  /**
   * Bytes after the last request, from a client that reads slowly; the response must arrive whole
   * nevertheless.
   */
  STRAY_BYTES {
    @Override
    void attack(Attack on) throws IOException {
      try (var connection = on.connectWithLittleRoom()) {
        boolean last = ThreadLocalRandom.current().nextBoolean();
        GoodRequest request = on.site().large(last ? "Connection: close\r\n" : "");
        connection.send(request.wire());
        on.moment();
        connection.send(text("XX"));
        on.pause();
        on.checks(connection.read(request));
      }
    }
  },

  /** Large responses that the client never reads. */
  DEAF {
    @Override
    void attack(Attack on) throws IOException {
      var connection = on.connect();
      connection.send(repeated(GoodRequest.wire("GET", Site.LARGE, ""), DEAF_REQUESTS));
      on.longPause();
      connection.reset();
    }
  },

  /** No HTTP at all. */
  GARBAGE {
    @Override
    void attack(Attack on) throws IOException {
      try (var connection = on.connect()) {
        byte[] garbage = new byte[SOME_BYTES];
        ThreadLocalRandom.current().nextBytes(garbage);
        connection.send(garbage);
        connection.input().transferTo(OutputStream.nullOutputStream());
      }
    }
  };

  private static final int SLOW_BYTES = 20;
  private static final int SOME_BYTES = 1_000;
  private static final int PIPELINED = 300;
  private static final int STORM = 10;

  /** So many are answered with 206. */
  private static final int RANGES = 250;

  private static final int FLOODING = 100;
  private static final int DEAF_REQUESTS = 4;
  private static final String FIELD = "X-Field: " + "x".repeat(1_000) + "\r\n";

  /** Fields; by default, a head has at most 32 KiB. */
  private static final int MOST_OF_A_HEAD = 30;

  /** An IOException is the server's defence, or the end of the attack. */
  abstract void attack(Attack on) throws IOException;

  private static byte[] text(String octets) {
    return octets.getBytes(US_ASCII);
  }

  private static byte[] repeated(byte[] wire, int times) {
    return text(new String(wire, US_ASCII).repeat(times));
  }

  /** So far apart that none of them touch. */
  private static String ranges() {
    StringBuilder ranges = new StringBuilder("bytes=0-0");
    for (int i = 1; i < RANGES; i++) {
      int begin = i * (Site.LARGE_SIZE / RANGES);
      ranges.append(String.format(Locale.ROOT, ",%d-%d", begin, begin + SOME_BYTES));
    }
    return ranges.toString();
  }
}

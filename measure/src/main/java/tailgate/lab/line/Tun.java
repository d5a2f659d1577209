package tailgate.lab.line;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * A network interface whose wire is this object: what the kernel sends there is read here, and what
 * is written here arrives at the kernel, one IP packet at a time (<a
 * href="https://docs.kernel.org/networking/tuntap.html">Universal TUN/TAP device driver</a>).
 *
 * <p>The interface is there as long as this object is open. If somebody removes it earlier, a
 * thread that waits for a packet gets none. One thread may read while another one writes.
 */
final class Tun implements Relay.Input, Relay.Output, AutoCloseable {

  static final String DEVICE = "/dev/net/tun";

  /** The size of the largest IP packet, in bytes. */
  private static final int LARGEST = 65_535;

  /** Linux's names of interfaces have at most 15 bytes and an end. */
  private static final int NAME_BYTES = 16;

  /** {@code struct ifreq}, of which the kernel reads the name and the flags. */
  private static final int REQUEST_BYTES = 40;

  private static final int READ_AND_WRITE = 02;
  private static final int CLOSE_ON_EXEC = 02_000_000;

  /** {@code TUNSETIFF}: {@code _IOW('T', 202, int)} on all but the oldest architectures. */
  private static final long SET_INTERFACE = 0x400454caL;

  /** {@code IFF_TUN | IFF_NO_PI}: IP packets, without four bytes before each. */
  private static final short IP_ALONE = 0x0001 | 0x1000;

  /** The error if another thread of the JVM got a signal: {@code EINTR}. */
  private static final int INTERRUPTED = 4;

  private static final byte[] NONE = {};

  static {
    Native.register(Tun.class, Platform.C_LIBRARY_NAME);
  }

  private final int descriptor;

  /** The buffers belong to the one thread that reads, and to the one that writes. */
  private final Memory in = new Memory(LARGEST);

  private final Memory out = new Memory(LARGEST);

  /**
   * Makes an interface, which is down and has no address.
   *
   * @throws IOException if that is not possible here
   */
  Tun(String name) throws IOException {
    try (Memory request = new Memory(REQUEST_BYTES)) {
      request.clear();
      byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
      request.write(0, bytes, 0, Math.min(bytes.length, NAME_BYTES - 1));
      request.setShort(NAME_BYTES, IP_ALONE);
      descriptor = open(DEVICE, READ_AND_WRITE | CLOSE_ON_EXEC);
      try {
        ioctl(descriptor, SET_INTERFACE, request);
      } catch (LastErrorException e) {
        close();
        throw e;
      }
    } catch (LastErrorException e) {
      throw new IOException("%s: %s".formatted(DEVICE, e.getMessage()), e);
    }
  }

  @Override
  public byte[] read() throws IOException {
    while (true) {
      try {
        return in.getByteArray(0, (int) read(descriptor, in, LARGEST));
      } catch (LastErrorException e) {
        if (e.getErrorCode() != INTERRUPTED) {
          return NONE; // the interface has been removed
        }
      }
    }
  }

  @Override
  public void write(byte[] packet) throws IOException {
    out.write(0, packet, 0, packet.length);
    try {
      write(descriptor, out, packet.length);
    } catch (LastErrorException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Closes the interface; nobody reads or writes any more. */
  @Override
  public void close() {
    close(descriptor);
    in.close();
    out.close();
  }

  // Of the C library, open(2) and so on. A length is a size_t, which has 64 bits here.

  private static native int open(String path, int flags) throws LastErrorException;

  private static native int ioctl(int descriptor, long request, Pointer argument)
      throws LastErrorException;

  private static native long read(int descriptor, Pointer buffer, long most)
      throws LastErrorException;

  private static native long write(int descriptor, Pointer buffer, long count)
      throws LastErrorException;

  private static native int close(int descriptor);
}

package tailgate.content.file;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import tailgate.content.site.Found;
import tailgate.http.EntityTag;

/**
 * Strong entity tags for files (RFC 9110 §8.8.3).
 *
 * <p>The tag of a file in memory is a digest of its content. It changes with each change of the
 * content, and is the same on every server with the same file. The tag of a large file is a digest
 * of its fingerprint, which changes with each change of the file.
 */
public final class FileTags {

  /** 128 bits, so that no two versions of a file ever have the same tag. */
  private static final int BYTES = 16;

  private FileTags() {}

  /** Makes the tag of this content. Does not move {@code bytes}. */
  public static EntityTag ofContent(ByteBuffer bytes) {
    MessageDigest digest = digest();
    digest.update(bytes.duplicate());
    return tag(digest);
  }

  static EntityTag ofFile(Found.Fingerprint fingerprint) {
    MessageDigest digest = digest();
    // Digested, because the key contains an inode number, which must not be disclosed.
    digest.update(fingerprint.toString().getBytes(StandardCharsets.UTF_8));
    return tag(digest);
  }

  private static EntityTag tag(MessageDigest digest) {
    byte[] bytes = Arrays.copyOf(digest.digest(), BYTES);
    return EntityTag.strong(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}

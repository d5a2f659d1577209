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
 * <p>A file in memory is tagged by its bytes: the tag changes with the content, however little and
 * however soon, and is the same on every server that has the same file. Of a large one only the
 * fingerprint is read, which changes with whatever is done to the file.
 */
public final class FileTags {

  /** 128 bits: no two versions of a file will ever share them. */
  private static final int BYTES = 16;

  private FileTags() {}

  /** The tag of these bytes, which are not moved. */
  public static EntityTag ofContent(ByteBuffer bytes) {
    MessageDigest digest = digest();
    digest.update(bytes.duplicate());
    return tag(digest);
  }

  /** The tag of a file that is known by its fingerprint. */
  static EntityTag ofFile(Found.Fingerprint fingerprint) {
    MessageDigest digest = digest();
    // Digested, because the key has the number of an inode, which is nobody's business.
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

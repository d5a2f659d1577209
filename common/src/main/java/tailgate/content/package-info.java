/**
 * Files: from a request target to the bytes below the root, or a refusal. Here is what becomes of a
 * request ({@link tailgate.content.FileHandler}), and the pages that are made or found for it: of
 * folders and of errors. The rooms:
 *
 * <pre>
 *   content         answers requests: files, listings, error pages
 *     |
 *     cache         keeps files in memory
 *     |
 *     file          reads them: bytes, media types, tags, compression
 *     |
 *     site          finds them: from the target to a place below the root
 * </pre>
 *
 * <p>Each knows those below it, and {@code tailgate.http}; nothing else of Tailgate.
 */
@NullMarked
package tailgate.content;

import org.jspecify.annotations.NullMarked;

/**
 * Files: from a request target to the content of a file below the root, or a refusal. This package
 * answers requests ({@link tailgate.content.FileHandler}), and generates or finds the pages for
 * folders and errors.
 *
 * <pre>
 *   content         answers requests: files, listings, error pages
 *     |
 *     cache         keeps files in memory
 *     |
 *     file          reads files: content, media types, tags, compression
 *     |
 *     site          finds files: from the target to a place below the root
 * </pre>
 *
 * <p>Each package depends on those below it, on {@code tailgate.http}, and on the counts and
 * loggers that all of Tailgate has.
 */
@NullMarked
package tailgate.content;

import org.jspecify.annotations.NullMarked;

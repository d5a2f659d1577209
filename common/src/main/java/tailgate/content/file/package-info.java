/**
 * What is sent of a file: its bytes, from memory or moved from the disk, and what is said of them:
 * media type, entity tag, coding.
 *
 * <p>{@link tailgate.content.file.FileReader} is the way in. Knows {@code tailgate.content.site},
 * which finds the files.
 */
@NullMarked
package tailgate.content.file;

import org.jspecify.annotations.NullMarked;

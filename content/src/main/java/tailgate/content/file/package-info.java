/**
 * Reads files: their content, from memory or transferred from the disk, with media type, entity tag
 * and content coding.
 *
 * <p>{@link tailgate.content.file.FileReader} is the entry point. Depends on {@code
 * tailgate.content.site}, which finds the files.
 */
@NullMarked
package tailgate.content.file;

import org.jspecify.annotations.NullMarked;

/**
 * Files: from a request target to the bytes below the root, or a refusal.
 *
 * <p>Knows {@code tailgate.http} and nothing else of Tailgate. {@link tailgate.content.FileHandler}
 * is the way in.
 */
@NullMarked
package tailgate.content;

import org.jspecify.annotations.NullMarked;

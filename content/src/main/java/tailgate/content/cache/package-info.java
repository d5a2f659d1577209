/**
 * Files in memory: which are kept, how long each is fresh, and in which variants.
 *
 * <p>{@link tailgate.content.cache.FileStore} is the entry point. Behind it is one cache class for
 * each {@link tailgate.content.cache.CacheMode}. Depends on {@code tailgate.content.file}, which
 * reads files, and on {@code tailgate.content.site}.
 */
@NullMarked
package tailgate.content.cache;

import org.jspecify.annotations.NullMarked;

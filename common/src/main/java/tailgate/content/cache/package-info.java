/**
 * Files in memory: which are kept, for how long each is believed, and in which forms.
 *
 * <p>{@link tailgate.content.cache.FileStore} is the way in. Behind it is a cache, one class for
 * each {@link tailgate.content.cache.CacheMode}. Knows {@code tailgate.content.file}, which reads
 * what is kept, and {@code tailgate.content.site}.
 */
@NullMarked
package tailgate.content.cache;

import org.jspecify.annotations.NullMarked;

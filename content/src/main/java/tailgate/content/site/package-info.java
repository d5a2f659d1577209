/**
 * Finds the file of a request target: decoding, the root folder and what may be served from it,
 * links, precompressed siblings, the sample site.
 *
 * <p>Reads no content. {@link tailgate.content.site.TargetPath} and {@link
 * tailgate.content.site.Site} are the entry points; the result is a {@link
 * tailgate.content.site.Found}.
 */
@NullMarked
package tailgate.content.site;

import org.jspecify.annotations.NullMarked;

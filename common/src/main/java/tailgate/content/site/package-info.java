/**
 * Which file a request target names: decoding it, the root folder and what may be served from it,
 * links, files that lie beside others in another coding, the sample site.
 *
 * <p>Reads no file. {@link tailgate.content.site.TargetPath} and {@link tailgate.content.site.Site}
 * are the way in; what they find is a {@link tailgate.content.site.Found}.
 */
@NullMarked
package tailgate.content.site;

import org.jspecify.annotations.NullMarked;

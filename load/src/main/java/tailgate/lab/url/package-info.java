/**
 * The load of {@code ./tailgate load}, at any server: what the user asks for, whether the server
 * can be reached, what the generator itself can do, and the report.
 */
@NullMarked
package tailgate.lab.url;

import org.jspecify.annotations.NullMarked;

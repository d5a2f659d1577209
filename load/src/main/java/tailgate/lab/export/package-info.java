/**
 * A load of {@code ./tailgate load} in the words of other tools: as a plan of JMeter, as a
 * benchmark of Hyperfoil, and as a script of k6. What a tool cannot say is a comment in its file.
 */
@NullMarked
package tailgate.lab.export;

import org.jspecify.annotations.NullMarked;

/**
 * This package says who took the processor from whom in a JVM that runs already, whatever its
 * program is: it needs the kernel's figures of its threads, {@code jcmd}, and, for stops, pinned
 * threads and locks, its flight recorder.
 */
@NullMarked
package tailgate.lab.explain;

import org.jspecify.annotations.NullMarked;

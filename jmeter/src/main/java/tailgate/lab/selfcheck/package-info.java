/**
 * The lab's proof of itself, as a load and as figures. Starts nothing.
 *
 * <p>The question: a server stands still for a second; is that in the figures?
 */
@NullMarked
package tailgate.lab.selfcheck;

import org.jspecify.annotations.NullMarked;

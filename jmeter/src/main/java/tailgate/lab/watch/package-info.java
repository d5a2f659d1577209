/**
 * What is seen of a server while it is under load: gauges ask the kernel and the server itself, and
 * a sampler reads them at a steady pace. Knows a process and an address, not who started what is
 * there.
 */
@NullMarked
package tailgate.lab.watch;

import org.jspecify.annotations.NullMarked;

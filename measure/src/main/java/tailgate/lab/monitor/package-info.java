/**
 * What is seen of a server under load: gauges ask the kernel and the server itself, and a sampler
 * reads them at a steady pace. Knows a process and an address, not who started them.
 */
@NullMarked
package tailgate.lab.monitor;

import org.jspecify.annotations.NullMarked;

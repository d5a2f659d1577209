/**
 * What a report can be made of, once its runs are over: archives of the lab, and results of any
 * JMeter. Several are put beside each other.
 */
@NullMarked
package tailgate.lab.source;

import org.jspecify.annotations.NullMarked;

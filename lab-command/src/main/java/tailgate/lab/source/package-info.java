/**
 * This package reads what a report can be made from when its runs are over: archives of the lab,
 * and results of any JMeter. Several are compared.
 */
@NullMarked
package tailgate.lab.source;

import org.jspecify.annotations.NullMarked;

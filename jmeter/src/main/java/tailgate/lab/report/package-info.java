/** Tables, charts and pages, made from results alone. */
@NullMarked
package tailgate.lab.report;

import org.jspecify.annotations.NullMarked;

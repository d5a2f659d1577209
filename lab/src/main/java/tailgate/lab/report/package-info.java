/** This package makes tables, charts and pages, from results alone. */
@NullMarked
package tailgate.lab.report;

import org.jspecify.annotations.NullMarked;

/**
 * All knowledge of JMeter: starting it as a load engine, alone or with injectors on other machines,
 * and reading its results. Its load is a {@link tailgate.lab.jmeter.RampUpLoad}.
 */
@NullMarked
package tailgate.lab.jmeter;

import org.jspecify.annotations.NullMarked;

/**
 * All knowledge of JMeter: starting it as a load engine, alone or with injectors on other machines,
 * and reading its results. Its load is a {@link tailgate.lab.jmeter.RampUpLoad}, or one of the
 * finer engine, beside which it is the second generator: {@link tailgate.lab.jmeter.SteadyRun}.
 */
@NullMarked
package tailgate.lab.jmeter;

import org.jspecify.annotations.NullMarked;

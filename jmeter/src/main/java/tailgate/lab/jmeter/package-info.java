/**
 * This package knows all of JMeter: it starts JMeter as a load engine, alone or with injectors
 * elsewhere, and reads its results. Its load is a {@link tailgate.lab.jmeter.RampUpLoad}, or one of
 * the finer engine, beside which it is the second generator: {@link tailgate.lab.jmeter.SteadyRun}.
 */
@NullMarked
package tailgate.lab.jmeter;

import org.jspecify.annotations.NullMarked;

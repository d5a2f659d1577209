/**
 * All that knows JMeter: it is started as a load engine, alone or with injectors on other machines,
 * and its results are read. Its users, who arrive one after the other, are a {@link
 * tailgate.lab.jmeter.RampUpLoad}.
 */
@NullMarked
package tailgate.lab.jmeter;

import org.jspecify.annotations.NullMarked;

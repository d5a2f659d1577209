/**
 * What tests of many rooms need: stages, a JMeter and a checkout that are not real, or just that.
 */
@NullMarked
package tailgate.lab.testing;

import org.jspecify.annotations.NullMarked;

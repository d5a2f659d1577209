/**
 * This package compares runs of {@code ./tailgate choose} on several machines: how the order of the
 * stages changes with the cores and the Java.
 */
@NullMarked
package tailgate.lab.machines;

import org.jspecify.annotations.NullMarked;

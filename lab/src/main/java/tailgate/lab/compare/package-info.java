/**
 * Runs experiments that are files, and reports what they found. Such an experiment compares
 * variants of a server: each has its Java, its options, its path and its requests. Meanwhile a
 * second, rarer kind of request, users who keep the server busy, idle clients or slow readers may
 * be there, and a variant may be at the other end of a line.
 *
 * <p>{@link tailgate.lab.compare.FilePlan} makes the {@link tailgate.lab.compare.VariantsPlan} of a
 * file. {@link tailgate.lab.compare.VariantsExperiment} runs it: {@link
 * tailgate.lab.compare.VariantServers} starts and warms the servers, and a class for each way of
 * measuring, such as {@link tailgate.lab.compare.LoadProcedure}, has the loads driven at them.
 * {@link tailgate.lab.compare.VariantsReport} has the table, to which {@link
 * tailgate.lab.compare.Columns} adds the columns of the file.
 */
@NullMarked
package tailgate.lab.compare;

import org.jspecify.annotations.NullMarked;

/**
 * Servers from elsewhere that are measured beside the stages, and whether they do the same work:
 * {@link tailgate.lab.candidate.Candidate} and {@link tailgate.lab.candidate.Parity}. Starts
 * nothing.
 */
@NullMarked
package tailgate.lab.candidate;

import org.jspecify.annotations.NullMarked;

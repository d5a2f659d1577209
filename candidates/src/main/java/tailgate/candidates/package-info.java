/**
 * Real servers beside the stages: each is as small a program as its documentation shows, and does
 * the {@linkplain tailgate.candidates.StageWork work of the stages}. Read {@link
 * tailgate.candidates.CandidateServer} first.
 */
@NullMarked
package tailgate.candidates;

import org.jspecify.annotations.NullMarked;

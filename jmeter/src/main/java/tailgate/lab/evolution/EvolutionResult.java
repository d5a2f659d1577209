package tailgate.lab.evolution;

import tailgate.lab.load.Measurement;

/**
 * What came of one run. This, as JSON, is all that reports are made from.
 *
 * @param whole false if the lab was stopped in the midst of the load; the figures are of the part
 *     before
 * @param peakUsers the most users that were alive at once
 */
public record EvolutionResult(
    EvolutionRun run, boolean whole, int peakUsers, Measurement measured) {}

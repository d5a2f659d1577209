package tailgate.lab.evolution;

import tailgate.lab.load.Measurement;

/**
 * The result of one run. Reports are made from its JSON alone, so its fields keep their names.
 *
 * @param whole false if the lab was stopped during the load; the figures are of the part before
 * @param peakUsers the most users that were alive at once
 */
public record EvolutionResult(
    EvolutionRun run, boolean whole, int peakUsers, Measurement measured) {}

package tailgate.lab.sweep;

import tailgate.lab.load.Measurement;

/** What came of one run. This, as JSON, is all that reports are made from. */
public record SweepResult(SweepRun run, Measurement measured) {}

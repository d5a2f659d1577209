package tailgate.lab.machine;

/** A circumstance of a measurement, such as its machine or its Java, for the head of a report. */
public record Fact(String name, String value) {}

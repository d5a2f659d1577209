package tailgate.lab.summary;

/**
 * Something that went wrong in a run.
 *
 * @param atSeconds when it was first seen, counted from the first request
 * @param what the rest of a sentence that begins with the time
 * @param harm whether somebody got no answer
 */
public record Symptom(double atSeconds, String what, boolean harm) {}

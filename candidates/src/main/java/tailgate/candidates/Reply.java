package tailgate.candidates;

import java.util.Map;

/**
 * What a server sends for one path. Immutable; nobody changes the bytes.
 *
 * @param fields those that describe the content, by their names. Each server adds what it always
 *     adds, such as Date, and Content-Length
 */
@SuppressWarnings("ArrayRecordComponent") // compared never
record Reply(int status, Map<String, String> fields, byte[] body) {}

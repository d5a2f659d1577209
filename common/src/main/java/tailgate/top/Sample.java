package tailgate.top;

import tailgate.admin.Stats;

/**
 * What a server has said of itself at one moment.
 *
 * @param json as it said it
 * @param stats as it was understood
 */
record Sample(String json, Stats stats) {}

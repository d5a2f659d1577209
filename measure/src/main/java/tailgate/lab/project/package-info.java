/**
 * Folders: where the files of a checkout are that the lab needs, and where a run puts its results.
 * The stages: their names, and the sizes of their pools. Starts and reads nothing.
 */
@NullMarked
package tailgate.lab.project;

import org.jspecify.annotations.NullMarked;

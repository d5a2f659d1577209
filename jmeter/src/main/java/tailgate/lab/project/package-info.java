/**
 * Folders: where a checkout keeps what the lab needs, and what to type when it is not there; where
 * a run may leave what it finds. Starts and reads nothing.
 */
@NullMarked
package tailgate.lab.project;

import org.jspecify.annotations.NullMarked;

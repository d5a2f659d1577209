@NullMarked
package tailgate.adaptivepool.policy;

import org.jspecify.annotations.NullMarked;

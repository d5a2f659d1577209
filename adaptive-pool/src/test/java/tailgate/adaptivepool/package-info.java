@NullMarked
package tailgate.adaptivepool;

import org.jspecify.annotations.NullMarked;

/** The maintenance mode with its operations, and the window in which heavy scheduled work begins. */
@NullMarked
package svc.maintenance;

import org.jspecify.annotations.NullMarked;

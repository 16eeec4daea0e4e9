/** Health rounds: runs the cheap health checks every 15 minutes, and stores the results for 30 days. */
@NullMarked
package svc.health;

import org.jspecify.annotations.NullMarked;

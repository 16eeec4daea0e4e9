/** Removes old runs and the packs that no remaining run needs. */
@NullMarked
package svc.backup.prune;

import org.jspecify.annotations.NullMarked;

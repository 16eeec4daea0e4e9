/** The operations, the schedule and the health check of backups. */
@NullMarked
package svc.backup;

import org.jspecify.annotations.NullMarked;

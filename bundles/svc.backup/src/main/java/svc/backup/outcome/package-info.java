/** The outcomes of backups and drills, for the doctor and for metrics. */
@NullMarked
package svc.backup.outcome;

import org.jspecify.annotations.NullMarked;

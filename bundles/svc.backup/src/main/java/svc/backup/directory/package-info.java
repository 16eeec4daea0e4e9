/** Backup targets of this bundle. */
@NullMarked
package svc.backup.directory;

import org.jspecify.annotations.NullMarked;

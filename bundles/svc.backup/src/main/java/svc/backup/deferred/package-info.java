/** The files of blobs that a restore has left in the backup, until they are fetched. */
@NullMarked
package svc.backup.deferred;

import org.jspecify.annotations.NullMarked;

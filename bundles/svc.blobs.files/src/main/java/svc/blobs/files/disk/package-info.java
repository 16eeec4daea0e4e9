/** Files and folders that survive a power failure, files that a restore or a backup needs, the quarantine, and the free space. */
@NullMarked
package svc.blobs.files.disk;

import org.jspecify.annotations.NullMarked;

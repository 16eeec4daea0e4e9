/** Files and folders that survive a power failure, the quarantine, and the free space of the disk. */
@NullMarked
package svc.blobs.files.disk;

import org.jspecify.annotations.NullMarked;

/** Writes a repository: the lock of its writer, packs, and runs. */
@NullMarked
package svc.backup.write;

import org.jspecify.annotations.NullMarked;

/** Reads a repository: the index of chunks, the file list of a run, and the restore of its files. */
@NullMarked
package svc.backup.read;

import org.jspecify.annotations.NullMarked;

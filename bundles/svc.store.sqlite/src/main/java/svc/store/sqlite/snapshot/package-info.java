/** Snapshots: pooled read connections, fair permits per account, and the checkpoint of the write-ahead log. */
@NullMarked
package svc.store.sqlite.snapshot;

import org.jspecify.annotations.NullMarked;

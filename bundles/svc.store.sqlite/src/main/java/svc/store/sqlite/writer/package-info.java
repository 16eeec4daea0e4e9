/** The writer thread: group commit, transactions, background tasks and the notification of changes. */
@NullMarked
package svc.store.sqlite.writer;

import org.jspecify.annotations.NullMarked;

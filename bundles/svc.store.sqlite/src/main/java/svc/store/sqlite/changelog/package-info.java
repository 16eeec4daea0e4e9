/** The change log: states, changes since a state, and their purge. */
@NullMarked
package svc.store.sqlite.changelog;

import org.jspecify.annotations.NullMarked;

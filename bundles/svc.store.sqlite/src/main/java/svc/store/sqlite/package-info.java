/** The store on one SQLite file. */
@NullMarked
package svc.store.sqlite;

import org.jspecify.annotations.NullMarked;

/** Operations on the schema and the database file. */
@NullMarked
package svc.store.sqlite.operations;

import org.jspecify.annotations.NullMarked;

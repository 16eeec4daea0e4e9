/** SQL statements: preparation, parameters, rows and errors. */
@NullMarked
package svc.store.sqlite.sql;

import org.jspecify.annotations.NullMarked;

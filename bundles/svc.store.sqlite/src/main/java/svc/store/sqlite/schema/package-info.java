/** The schema of the database: the migrations of the bundles, their comparison with the file, and Flyway. */
@NullMarked
package svc.store.sqlite.schema;

import org.jspecify.annotations.NullMarked;

/**
 * The store on one SQLite file, and the file's schema: the migrations of all bundles, one namespace per bundle, all or
 * nothing, with Flyway in this bundle's own jar.
 */
@NullMarked
package svc.store.sqlite;

import org.jspecify.annotations.NullMarked;

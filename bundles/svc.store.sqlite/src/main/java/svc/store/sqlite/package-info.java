/**
 * The store on one SQLite file, and its schema. Flyway, which is embedded in this bundle's jar, applies the migrations
 * of all bundles. Each bundle has its own namespace.
 */
@NullMarked
package svc.store.sqlite;

import org.jspecify.annotations.NullMarked;

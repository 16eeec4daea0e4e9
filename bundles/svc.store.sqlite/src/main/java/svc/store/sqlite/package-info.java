/**
 * The store on one SQLite file, and its schema. Flyway, embedded in this bundle's jar, applies the migrations of all
 * bundles: one namespace per bundle, all or nothing.
 */
@NullMarked
package svc.store.sqlite;

import org.jspecify.annotations.NullMarked;

package svc.store.sqlite;

import java.nio.file.Path;

/**
 * A database whose schema is as this server wants it. Registered as a service once the migrations are done; the store
 * waits for it.
 * Public, as the store's constructor is, for the tests of bundles with tables of their own.
 *
 * @param file the database file
 */
public record MigratedDatabase(Path file) {}

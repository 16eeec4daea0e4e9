package svc.store.sqlite;

import java.nio.file.Path;

/**
 * A database whose schema is as this server wants it. Registered as a service once the migrations are done; the store
 * waits for it.
 *
 * @param file the database file
 */
record MigratedDatabase(Path file) {}

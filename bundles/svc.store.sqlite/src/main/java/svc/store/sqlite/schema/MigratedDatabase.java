package svc.store.sqlite.schema;

import java.nio.file.Path;
import java.util.List;

/**
 * A database whose schema is up to date. It is registered as a service after the migrations; the store waits for it.
 * The type is public for the tests of bundles with tables of their own.
 *
 * @param file the database file
 * @param twins the files that hold a copy of the table {@code store_home}; none in a test
 */
public record MigratedDatabase(Path file, List<Path> twins) {

    /** Copies the list. */
    public MigratedDatabase {
        twins = List.copyOf(twins);
    }

    /** Creates a database without copies of {@code store_home}. */
    public MigratedDatabase(Path file) {
        this(file, List.of());
    }
}

package svc.store.sqlite.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A cache of parsed statements of bundles. It is cleared when it holds too many different statements. Thread-safe. */
public final class SqlTemplateCache {

    /** The system property with the folder in which tests collect the statements of bundles, one in a line. */
    private static final String SEEN = "svc.store.seen";

    private static final int KEPT = 4_096;

    private final Map<String, SqlTemplate> read = new ConcurrentHashMap<>();
    private final @Nullable String seen = System.getProperty(SEEN);
    private final SystemTables systemTables;

    /**
     * Creates an empty cache.
     *
     * @param owners returns the bundle of a class; empty for code outside a bundle, which may use all tables
     */
    public SqlTemplateCache(Function<Class<?>, Optional<TableOwner>> owners) {
        this.systemTables = new SystemTables(owners);
    }

    /** Returns the bundle whose code called the given type. */
    public Optional<TableOwner> caller(Class<?> called) {
        return systemTables.caller(called);
    }

    SqlTemplate of(String statement) {
        SqlTemplate known = read.get(statement);
        if (known != null) {
            return known;
        }
        if (read.size() >= KEPT) {
            read.clear();
        }
        SqlTemplate fresh = SqlTemplate.read(statement);
        read.put(statement, fresh);
        if (seen != null) {
            collect(Path.of(seen), statement);
        }
        return fresh;
    }

    private static void collect(Path folder, String statement) {
        try {
            Files.createDirectories(folder);
            Files.writeString(
                    folder.resolve(ProcessHandle.current().pid() + ".sql"),
                    statement.strip().replaceAll("\\s+", " ") + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package svc.store.sqlite.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A cache of parsed statements of bundles. It is cleared when it holds too many different statements. Thread-safe. */
public final class SqlTemplateCache {

    /** The system property with the folder in which tests collect the statements of bundles, one in a line. */
    private static final String SEEN = "svc.store.seen";

    private static final int KEPT = 4_096;

    private final Map<String, SqlTemplate> read = new ConcurrentHashMap<>();
    private final @Nullable String seen = System.getProperty(SEEN);

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

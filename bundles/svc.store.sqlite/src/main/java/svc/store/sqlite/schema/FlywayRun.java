package svc.store.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.Configuration;
import org.sqlite.SQLiteErrorCode;

/** One run of Flyway inside a transaction that is already open. Loaded only when something is pending. */
final class FlywayRun {

    private final Connection database;
    private final FlywayScripts scripts;
    private final FlywayWatch watch;

    FlywayRun(Connection database, List<MigrationSet> sets, Map<String, Namespace> rows) {
        this.database = database;
        this.scripts = new FlywayScripts(sets, rows);
        this.watch = new FlywayWatch(database, sets);
    }

    /**
     * Runs what is pending of the sets.
     *
     * @param owners which namespace owns what is there now
     * @return the owners afterwards
     */
    Map<SchemaObject, String> run(Map<SchemaObject, String> owners) throws SQLException {
        HeldTransaction held = new HeldTransaction(database);
        watch.begin(owners);
        try {
            new Flyway(configuration(held)).migrate();
        } catch (FlywayException e) {
            throw failure(e);
        }
        if (held.broken()) {
            throw new IllegalStateException("Flyway rolled back and did not say why");
        }
        return watch.owners();
    }

    private Configuration configuration(HeldTransaction held) {
        return Flyway.configure(Flyway.class.getClassLoader())
                .loggers("slf4j")
                .dataSource(held.source())
                .locations(new String[0])
                .resourceProvider(scripts)
                .javaMigrationClassProvider(List::of)
                .callbacks(watch)
                .skipDefaultCallbacks(true)
                .placeholderReplacement(false)
                .cleanDisabled(true)
                .group(true)
                .mixed(true)
                .outOfOrder(true)
                .ignoreMigrationPatterns("*:missing", "*:future");
    }

    private SchemaRefusal failure(FlywayException e) throws SQLException {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SchemaRefusal refusal) {
                return refusal;
            }
            if (cause instanceof SQLException sql) {
                if (concernsTheFile(sql)) {
                    throw sql;
                }
                return watch.failure(SchemaTrouble.words(sql), e);
            }
        }
        return watch.unreadable(Optional.ofNullable(e.getMessage()).orElse("unknown"), e);
    }

    private static boolean concernsTheFile(SQLException e) {
        return switch (SQLiteErrorCode.getErrorCode(e.getErrorCode() & 0xff)) {
            case SQLITE_FULL, SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CANTOPEN, SQLITE_READONLY -> true;
            default -> false;
        };
    }
}

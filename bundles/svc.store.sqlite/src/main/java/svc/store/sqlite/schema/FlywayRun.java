package svc.store.sqlite.schema;

import java.io.Reader;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.callback.BaseCallback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;
import org.flywaydb.core.api.resource.LoadableResource;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteErrorCode;
import svc.store.sqlite.schema.SchemaChange.SchemaObject;
import svc.store.sqlite.schema.SchemaReport.Verdict;
import svc.store.sqlite.schema.SchemaState.Namespace;
import svc.store.sqlite.sql.StatementCache;

/**
 * One run of Flyway inside an open transaction. It provides the scripts to Flyway, refuses statements that would end
 * the transaction, and records which namespace created which schema object. The class is loaded only when migrations
 * are pending.
 */
final class FlywayRun extends BaseCallback implements ResourceProvider {

    private static final Set<String> FORBIDDEN = Set.of(
            "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "ATTACH", "DETACH", "VACUUM", "PRAGMA");
    private static final Pattern COMMENTS = Pattern.compile("\\A(?:\\s+|--[^\\n]*(?:\\n|\\z)|/\\*(?s:.*?)\\*/)+");
    private static final Pattern LINK = Pattern.compile("See https?://\\S+ for more information\\.?");
    private static final int WORDS = 60;

    private final StatementCache db;
    private final List<MigrationSet> sets;
    private final Map<String, Namespace> rows;
    private final Map<SchemaObject, String> owners;
    private String script = "";
    private String statement = "";

    /**
     * Creates a run.
     *
     * @param sets the sets with all of their scripts
     * @param rows the namespaces of the sets
     * @param owners the namespace of each schema object; the run updates it
     */
    FlywayRun(
            StatementCache db, List<MigrationSet> sets, Map<String, Namespace> rows, Map<SchemaObject, String> owners) {
        this.db = db;
        this.sets = sets;
        this.rows = rows;
        this.owners = owners;
    }

    /** Runs the pending scripts. */
    void run() throws SQLException {
        DatabaseFile.MigrationConnection held = (DatabaseFile.MigrationConnection) db.connection();
        try {
            Flyway.configure(Flyway.class.getClassLoader())
                    .loggers("slf4j")
                    .dataSource(new SQLiteDataSource() {
                        @Override
                        public Connection getConnection() {
                            return held;
                        }
                    })
                    .locations(new String[0])
                    .resourceProvider(this)
                    .javaMigrationClassProvider(List::of)
                    .callbacks(this)
                    .skipDefaultCallbacks(true)
                    .placeholderReplacement(false)
                    .cleanDisabled(true)
                    .group(true)
                    .mixed(true)
                    .outOfOrder(true)
                    .ignoreMigrationPatterns("*:missing", "*:future")
                    .load()
                    .migrate();
        } catch (FlywayException e) {
            throw failure(e);
        }
        if (held.broken()) {
            throw new IllegalStateException("Flyway rolled back and did not say why");
        }
    }

    @Override
    public @Nullable LoadableResource getResource(String name) {
        return null;
    }

    @Override
    public Collection<LoadableResource> getResources(String prefix, String[] suffixes) {
        return prefix.equals("V")
                ? sets.stream()
                        .flatMap(set -> set.scripts().stream().<LoadableResource>map(one -> new Script(set, one)))
                        .toList()
                : List.of();
    }

    /**
     * One script with its Flyway name. Each bundle numbers its scripts from 1. The version for Flyway begins with the
     * number of the namespace, so that versions of different bundles are never equal.
     */
    private final class Script extends LoadableResource {

        private final MigrationSet set;
        private final MigrationSet.Script script;

        Script(MigrationSet set, MigrationSet.Script script) {
            this.set = set;
            this.script = script;
        }

        @Override
        public Reader read() {
            return new StringReader(script.text());
        }

        /** Flyway stores this path in the column {@code script} of its history. */
        @Override
        public String getRelativePath() {
            return set.namespace() + "/" + script.file();
        }

        @Override
        public String getAbsolutePath() {
            return getRelativePath();
        }

        @Override
        public String getAbsolutePathOnDisk() {
            return getRelativePath();
        }

        @Override
        public String getFilename() {
            return "V" + Objects.requireNonNull(rows.get(set.namespace())).number() + "."
                    + script.file().substring(1);
        }
    }

    @Override
    public void handle(Event event, Context context) {
        switch (event) {
            case BEFORE_EACH_MIGRATE -> {
                script = context.getMigrationInfo().getScript();
                statement = "";
            }
            case BEFORE_EACH_MIGRATE_STATEMENT ->
                check(Optional.ofNullable(context.getStatement())
                        .map(s -> s.getSql())
                        .orElse(""));
            case AFTER_EACH_MIGRATE -> noteOwners();
            default -> {
                // Nothing to do.
            }
        }
    }

    private void check(String sql) {
        statement = COMMENTS.matcher(sql).replaceFirst("");
        String first = statement.split("[\\s;(]", 2)[0].toUpperCase(Locale.ROOT);
        if (FORBIDDEN.contains(first)) {
            throw failure("a migration script may not use " + first, null);
        }
    }

    private void noteOwners() {
        String namespace = set().namespace();
        Set<SchemaObject> now = new LinkedHashSet<>(SchemaObject.all(db));
        owners.forEach((object, owner) -> {
            if (!now.contains(object) && !owner.equals(namespace)) {
                statement = "";
                throw failure(
                        "it drops the " + object.type() + " " + object.name() + " of the namespace " + owner, null);
            }
        });
        owners.keySet().retainAll(now);
        now.forEach(object -> owners.putIfAbsent(object, namespace));
    }

    /** Returns the set of the current script. */
    private MigrationSet set() {
        return sets.stream()
                .filter(set -> script.startsWith(set.namespace() + "/"))
                .findFirst()
                .orElse(sets.get(0));
    }

    private SchemaException failure(FlywayException e) throws SQLException {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SchemaException refusal) {
                return refusal;
            }
            if (cause instanceof SQLException sql) {
                if (concernsTheFile(sql)) {
                    throw sql;
                }
                return failure(SchemaException.words(sql), e);
            }
        }
        return unreadable(Optional.ofNullable(e.getMessage()).orElse("unknown"), e);
    }

    private static boolean concernsTheFile(SQLException e) {
        return switch (SQLiteErrorCode.getErrorCode(e.getErrorCode() & 0xff)) {
            case SQLITE_FULL, SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CANTOPEN, SQLITE_READONLY -> true;
            default -> false;
        };
    }

    /** Returns the exception for a script that Flyway could not parse. Only Flyway's message names the script. */
    private SchemaException unreadable(String message, Throwable cause) {
        getResources("V", new String[0]).stream()
                .map(LoadableResource::getRelativePath)
                .filter(message::contains)
                .forEach(named -> script = named);
        statement = "";
        String plain =
                LINK.matcher(message).replaceAll("").replaceAll("\\s+", " ").strip();
        return failure(plain.endsWith(".") ? plain.substring(0, plain.length() - 1) : plain, cause);
    }

    /** Returns the exception for the current script. */
    private SchemaException failure(String why, @Nullable Throwable cause) {
        MigrationSet set = set();
        String at = statement.isEmpty() ? "" : " at its statement `" + firstWords(statement) + "`";
        String file = script.isEmpty() ? "" : " " + script.substring(script.lastIndexOf('/') + 1);
        SchemaException refusal = new SchemaException(
                Verdict.UNREADABLE,
                set.namespace(),
                "The migration" + file + " of bundle " + set.bundle() + " failed" + at + ": " + why + ".",
                set.extension()
                        ? "Nothing was changed; remove the bundle with `svc bundle remove " + set.bundle()
                                + "`, or install a version with a corrected script."
                        : "Nothing was changed; install the previous release again and report this fault.");
        return cause == null ? refusal : refusal.causedBy(cause);
    }

    private static String firstWords(String sql) {
        String line = sql.strip().replaceAll("\\s+", " ").replaceAll(" ?;$", "");
        return line.length() <= WORDS ? line : line.substring(0, WORDS).strip() + "…";
    }
}

package svc.store.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;
import org.jspecify.annotations.Nullable;

/**
 * Goes along with a run: knows which statement of which script is at work, refuses statements that would end the one
 * transaction, and notes which namespace made which table.
 */
final class FlywayWatch implements Callback {

    private static final Set<String> FORBIDDEN = Set.of(
            "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "ATTACH", "DETACH", "VACUUM", "PRAGMA");
    private static final Pattern COMMENTS = Pattern.compile("\\A(?:\\s+|--[^\\n]*(?:\\n|\\z)|/\\*(?s:.*?)\\*/)+");
    private static final Pattern LINK = Pattern.compile("See https?://\\S+ for more information\\.?");
    private static final int WORDS = 60;

    private final Connection database;
    private final List<MigrationSet> sets;
    private final Map<SchemaObject, String> owners = new LinkedHashMap<>();
    private String script = "";
    private String statement = "";

    FlywayWatch(Connection database, List<MigrationSet> sets) {
        this.database = database;
        this.sets = sets;
    }

    void begin(Map<SchemaObject, String> before) {
        owners.putAll(before);
    }

    /** Which namespace owns what. */
    Map<SchemaObject, String> owners() {
        return owners;
    }

    @Override
    public boolean supports(Event event, @Nullable Context context) {
        return event == Event.BEFORE_EACH_MIGRATE
                || event == Event.BEFORE_EACH_MIGRATE_STATEMENT
                || event == Event.AFTER_EACH_MIGRATE;
    }

    @Override
    public boolean canHandleInTransaction(Event event, @Nullable Context context) {
        return true;
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
            default -> throw new IllegalStateException(event.getId());
        }
    }

    @Override
    public String getCallbackName() {
        return "svc";
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
        try {
            Set<SchemaObject> now = SchemaObject.all(database);
            for (Map.Entry<SchemaObject, String> entry : List.copyOf(owners.entrySet())) {
                if (!now.contains(entry.getKey())) {
                    refuseForeign(entry, namespace);
                    owners.remove(entry.getKey());
                }
            }
            now.forEach(object -> owners.putIfAbsent(object, namespace));
        } catch (SQLException e) {
            throw failure(SchemaTrouble.words(e), e);
        }
    }

    private void refuseForeign(Map.Entry<SchemaObject, String> entry, String namespace) {
        if (!entry.getValue().equals(namespace)) {
            statement = "";
            throw failure(
                    "it drops the " + entry.getKey().type() + " "
                            + entry.getKey().name() + " of the namespace " + entry.getValue(),
                    null);
        }
    }

    private MigrationSet set() {
        String namespace = script.substring(0, Math.max(0, script.lastIndexOf('/')));
        return sets.stream()
                .filter(set -> set.namespace().equals(namespace))
                .findFirst()
                .orElse(sets.get(0));
    }

    /** The refusal for a script that Flyway could not take apart; only its message says which. */
    SchemaRefusal unreadable(String message, Throwable cause) {
        for (MigrationSet set : sets) {
            set.scripts().stream()
                    .map(one -> set.namespace() + "/" + one.file())
                    .filter(message::contains)
                    .findFirst()
                    .ifPresent(named -> script = named);
        }
        statement = "";
        String plain =
                LINK.matcher(message).replaceAll("").replaceAll("\\s+", " ").strip();
        return failure(plain.endsWith(".") ? plain.substring(0, plain.length() - 1) : plain, cause);
    }

    /** The refusal for the script at work. */
    SchemaRefusal failure(String why, @Nullable Throwable cause) {
        MigrationSet set = set();
        String at = statement.isEmpty() ? "" : " at its statement `" + firstWords(statement) + "`";
        String file = script.isEmpty() ? "" : " " + script.substring(script.lastIndexOf('/') + 1);
        SchemaRefusal refusal = new SchemaRefusal(
                SchemaVerdict.UNREADABLE,
                Optional.of(set.namespace()),
                "The migration" + file + " of bundle " + set.bundle() + " failed" + at + ": " + why + ".",
                set.extension()
                        ? "Nothing was changed; take the bundle out with `svc bundle remove " + set.bundle()
                                + "`, or install one whose script is corrected."
                        : "Nothing was changed; install the previous release again and report this fault.");
        if (cause != null) {
            refusal.initCause(cause);
        }
        return refusal;
    }

    private static String firstWords(String sql) {
        String line = sql.strip().replaceAll("\\s+", " ").replaceAll(" ?;$", "");
        return line.length() <= WORDS ? line : line.substring(0, WORDS).strip() + "…";
    }
}

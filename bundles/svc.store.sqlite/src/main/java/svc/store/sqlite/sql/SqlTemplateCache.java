package svc.store.sqlite;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The statements of bundles as they were read once. Forgotten all at once when somebody writes too many different ones. */
final class SqlTexts {

    private static final int KEPT = 4_096;

    private final Map<String, SqlText> read = new ConcurrentHashMap<>();

    SqlText of(String statement) {
        SqlText known = read.get(statement);
        if (known != null) {
            return known;
        }
        if (read.size() >= KEPT) {
            read.clear();
        }
        SqlText fresh = SqlText.read(statement);
        read.put(statement, fresh);
        return fresh;
    }
}

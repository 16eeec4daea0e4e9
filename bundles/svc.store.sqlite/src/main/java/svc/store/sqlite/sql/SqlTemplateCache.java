package svc.store.sqlite.sql;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A cache of parsed statements of bundles. It is cleared when it holds too many different statements. Thread-safe. */
public final class SqlTemplateCache {

    private static final int KEPT = 4_096;

    private final Map<String, SqlTemplate> read = new ConcurrentHashMap<>();

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
        return fresh;
    }
}

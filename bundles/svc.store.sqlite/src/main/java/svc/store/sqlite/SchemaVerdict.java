package svc.store.sqlite;

import java.util.Locale;

/** What {@code svc schema-check} says about a database (SCH-01, SCH-02). */
enum SchemaVerdict {
    /** The installed bundles and the database agree. */
    OK,
    /** The next start will migrate. */
    PENDING,
    /** A newer release wrote it. */
    NEWER,
    /** It is missing, damaged, locked away or not ours. */
    UNREADABLE,
    /** It has tables of a namespace that no installed bundle brings. */
    UNKNOWN_NAMESPACE;

    /** The word on the wire: lower case with hyphens. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

package svc.store.sqlite.schema;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The result of {@code svc schema-check}. It is public because the admin operations read its components.
 *
 * @param verdict {@code ok}, {@code pending}, {@code newer}, {@code unreadable} or {@code unknown-namespace}
 * @param namespace the namespace that the verdict is about; null when the verdict is not about a namespace
 * @param detail the explanation
 */
public record SchemaReport(String verdict, @Nullable String namespace, String detail) {

    SchemaReport(Verdict verdict, @Nullable String namespace, String detail) {
        this(verdict.word(), namespace, detail);
    }

    /** Returns whether the server would start on the database. */
    public boolean accepted() {
        return verdict.equals(Verdict.OK.word()) || verdict.equals(Verdict.PENDING.word());
    }

    /** The verdict on a database (SCH-01, SCH-02). */
    enum Verdict {
        /** The installed bundles and the database match. */
        OK,
        /** The next start will migrate. */
        PENDING,
        /** A newer release wrote the database. */
        NEWER,
        /** The database is missing, damaged, locked, or not a database of this server. */
        UNREADABLE,
        /** The database has tables of a namespace that no installed bundle declares. */
        UNKNOWN_NAMESPACE;

        /** Returns the word in the report: lower case with hyphens. */
        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}

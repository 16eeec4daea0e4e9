package svc.store.sqlite;

import org.jspecify.annotations.Nullable;

/**
 * The answer of {@code svc schema-check}. Public, because the operations' front reads its components.
 *
 * @param verdict {@code ok}, {@code pending}, {@code newer}, {@code unreadable} or {@code unknown-namespace}
 * @param namespace the namespace that the verdict is about, when it is about one
 * @param detail what it means, in words
 */
public record SchemaReport(String verdict, @Nullable String namespace, String detail) {

    static SchemaReport of(SchemaVerdict verdict, String detail) {
        return new SchemaReport(verdict.word(), null, detail);
    }

    /** Whether the server would start on the database. */
    boolean accepted() {
        return verdict.equals(SchemaVerdict.OK.word()) || verdict.equals(SchemaVerdict.PENDING.word());
    }
}

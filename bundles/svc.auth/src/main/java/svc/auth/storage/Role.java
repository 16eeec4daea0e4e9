package svc.auth.storage;

import java.util.Locale;

/** The permissions of an account beyond its own data. */
public enum Role {
    /** No further permissions. */
    USER,
    /** Administers its tenant. */
    TENANT_ADMIN,
    /** Administers the whole instance. Only {@code svc operator} grants and revokes this role. */
    INSTANCE_OPERATOR;

    /** Returns the name of the role in JSON and in the table. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Role of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}

package svc.auth;

import java.util.Locale;

/** What an account may do beyond its own data. */
enum Role {
    /** No more. */
    USER,
    /** Looks after its organization. */
    TENANT_ADMIN,
    /** Looks after the whole instance; given and taken back at the console only. */
    INSTANCE_OPERATOR;

    /** The word on the wire and in the table. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Role of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}

package svc.auth;

import java.time.temporal.ChronoUnit;

/** An account as operators see it. */
record AccountView(String id, String tenant, String email, String name, String state, String createdAt) {

    static AccountView of(Identity identity) {
        return new AccountView(
                identity.account().id(),
                identity.account().organization(),
                identity.account().email(),
                identity.account().name(),
                identity.disabled() ? "disabled" : "active",
                identity.createdAt().truncatedTo(ChronoUnit.SECONDS).toString());
    }
}

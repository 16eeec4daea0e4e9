package svc.mail.domains.proof;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A registered domain as shown to operators.
 *
 * @param deferred whether its mail is deferred now
 * @param deferredFrom the time from which its mail is deferred unless a check finds the proof before
 */
record DomainView(
        String domain,
        String kind,
        String tenantId,
        String state,
        String since,
        boolean deferred,
        @Nullable String deferredFrom,
        @Nullable String lastOk,
        @Nullable String checkedAt,
        @Nullable String result,
        @Nullable String account,
        @Nullable String host,
        String recordName,
        String recordValue) {

    /** A registered domain in a list. */
    record Summary(
            String domain,
            String kind,
            String tenantId,
            String state,
            boolean deferred,
            @Nullable String deferredFrom,
            @Nullable String checkedAt) {}

    Summary summary() {
        return new Summary(domain, kind, tenantId, state, deferred, deferredFrom, checkedAt);
    }

    static DomainView of(MailDomain domain, Instant now) {
        boolean isSuspended = domain.suspendedAt().isPresent();
        return new DomainView(
                domain.name(),
                domain.kind().word(),
                domain.tenantId(),
                isSuspended ? "suspended" : domain.state().word(),
                text(domain.suspendedAt().orElse(domain.since())),
                domain.deferral(now).isPresent(),
                isSuspended ? null : text(domain.deadline()),
                text(domain.lastOk()),
                text(domain.checkedAt()),
                domain.result().isEmpty() ? null : domain.result(),
                domain.holder().orElse(null),
                domain.host().orElse(null),
                domain.proofName(),
                domain.proofText());
    }

    private static @Nullable String text(Optional<Instant> time) {
        return time.map(DomainView::text).orElse(null);
    }

    private static String text(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}

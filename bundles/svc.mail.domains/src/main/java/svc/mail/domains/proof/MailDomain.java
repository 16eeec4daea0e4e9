package svc.mail.domains.proof;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.delivery.MailDomains.RelayDomain;
import svc.api.delivery.SmtpReply;
import svc.api.store.Row;

/**
 * A domain that an operator registered for mail.
 *
 * @param name the domain in lower case, with A-labels (RFC 5890)
 * @param tenantId the tenant to which it belongs
 * @param key the key in its proof record
 * @param state the state of the proof
 * @param since the time at which this state began
 * @param created the time of the registration
 * @param lastOk the time of the last successful check
 * @param checkedAt the time of the last check
 * @param result what the last check found; empty before the first one
 * @param suspendedAt the time of the suspension; empty unless an operator has suspended the domain
 * @param holder the address of the account that holds the messages to a relay domain
 * @param host the host to which messages to a relay domain are sent; empty for its MX hosts
 */
public record MailDomain(
        String name,
        Kind kind,
        String tenantId,
        String key,
        State state,
        Instant since,
        Instant created,
        Optional<Instant> lastOk,
        Optional<Instant> checkedAt,
        String result,
        Optional<Instant> suspendedAt,
        Optional<String> holder,
        Optional<String> host) {

    /** The time for which mail is accepted without a proof (SMTP-01). */
    static final Duration GRACE = Duration.ofDays(3);

    /** The columns that {@link #of} reads. */
    static final String COLUMNS = "name, kind, organization, proof_key, state, since, created_at, last_ok, checked_at,"
            + " result, suspended_at, holder, host";

    /** The prefix of the name of the proof record. */
    public static final String PROOF_LABEL = "_svc-proof.";

    /** The kind of a domain. */
    public enum Kind {
        /** A domain of this server in whose name its accounts send. */
        SENDER,
        /** A domain of other servers for which this server accepts mail and sends it on. */
        RELAY;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The state of a proof. */
    public enum State {
        /** No check has found the record so far. */
        PENDING,
        /** The last check that got an answer found the record. */
        VERIFIED,
        /** The record was found once, but not by the last check that got an answer. */
        UNVERIFIED;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static MailDomain of(Row row) {
        return new MailDomain(
                requireNonNull(row.getString(1)),
                Kind.valueOf(requireNonNull(row.getString(2)).toUpperCase(Locale.ROOT)),
                requireNonNull(row.getString(3)),
                requireNonNull(row.getString(4)),
                State.valueOf(requireNonNull(row.getString(5)).toUpperCase(Locale.ROOT)),
                Instant.ofEpochMilli(row.getLong(6)),
                Instant.ofEpochMilli(row.getLong(7)),
                time(row, 8),
                time(row, 9),
                requireNonNull(row.getString(10)),
                time(row, 11),
                Optional.ofNullable(row.getString(12)),
                Optional.ofNullable(row.getString(13)));
    }

    private static Optional<Instant> time(Row row, int column) {
        @Nullable String text = row.getString(column);
        return text == null ? Optional.empty() : Optional.of(Instant.ofEpochMilli(row.getLong(column)));
    }

    /** Returns the name of the proof record. */
    public String proofName() {
        return PROOF_LABEL + name;
    }

    /** Returns the text of the proof record. */
    public String proofText() {
        return "v=svc1; k=" + key;
    }

    /** Returns the time from which mail is deferred unless a check finds the proof before. */
    Instant deadline() {
        return lastOk.orElse(created).plus(GRACE);
    }

    /** Returns the reply with which mail that the domain covers is deferred; empty if it is accepted. */
    Optional<SmtpReply> deferral(Instant now) {
        if (suspendedAt.isPresent()) {
            return Optional.of(new SmtpReply(451, "4.7.1", "The domain " + name + " is suspended; try again later."));
        }
        return now.isBefore(deadline())
                ? Optional.empty()
                : Optional.of(new SmtpReply(
                        451,
                        "4.7.1",
                        "The domain " + name + " has had no DNS proof for " + GRACE.toHours()
                                + " hours; try again later."));
    }

    /** Returns the relay domain; empty for a sender domain. */
    Optional<RelayDomain> relay() {
        return kind == Kind.RELAY
                ? Optional.of(new RelayDomain(name, tenantId, holder.orElse(""), host))
                : Optional.empty();
    }
}

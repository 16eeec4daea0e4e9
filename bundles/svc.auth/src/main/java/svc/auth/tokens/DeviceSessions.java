package svc.auth.tokens;

import java.time.Instant;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AuditRecorder;
import svc.auth.AuthSettings;
import svc.auth.crypto.TokenHash;
import svc.auth.storage.AccountStore;
import svc.auth.storage.TenantCache;
import svc.auth.storage.TenantVersions;

/**
 * Finds device sessions. Each session is cached with a stamp of {@link TenantVersions}, and read again when the stamp
 * is no longer valid. Thread-safe.
 */
@Component(service = DeviceSessions.class)
public final class DeviceSessions {

    private static final int REMEMBERED = 20_000;

    private final AccountStore identities;
    private final TenantCache<TokenHash, Issued> tokens;
    private final TenantCache<Long, DeviceSession> devices;

    @Activate
    public DeviceSessions(@Reference AccountStore identities, @Reference TenantVersions pulse) {
        this.identities = identities;
        this.tokens = new TenantCache<>(
                pulse, REMEMBERED, issued -> issued.session().account().organization());
        this.devices = new TenantCache<>(
                pulse, REMEMBERED, session -> session.account().organization());
    }

    /**
     * A stored token, which may have expired.
     *
     * @param session the device session of the token
     * @param issuedAt the start of its validity
     */
    public record Issued(DeviceSession session, Instant issuedAt) {

        /** Returns whether the token is valid at a time. */
        public boolean good(Instant now, AuthSettings rules) {
            return now.isBefore(end(rules));
        }

        /** Returns the time at which the token expires. */
        public Instant end(AuthSettings rules) {
            return rules.notAfterAge(session.since(), issuedAt.plus(DeviceSession.TOKEN_LIFE));
        }

        /** Returns the time from which the token can no longer be exchanged. */
        public Instant exchangeEnd(AuthSettings rules) {
            return rules.notAfterAge(
                    session.since(), issuedAt.plus(DeviceSession.TOKEN_LIFE).plus(TokenSweep.GRACE));
        }
    }

    /**
     * A token that was exchanged for another token of the same device session.
     *
     * @param session the device session
     * @param at the time of the exchange
     */
    public record Exchanged(DeviceSession session, Instant at) {}

    /** Returns the token with the hash. */
    public Optional<Issued> ofToken(TokenHash hash) {
        return tokens.get(hash, () -> identities.read(snapshot -> TokenRows.find(snapshot.sql(), hash)));
    }

    /** Returns the exchanged token with the hash; empty if the device session has ended. */
    public Optional<Exchanged> exchanged(TokenHash hash) {
        return identities.read(snapshot -> TokenRows.exchanged(snapshot.sql(), hash));
    }

    /** Returns the device session with the number. */
    Optional<DeviceSession> ofDevice(long n) {
        return devices.get(n, () -> identities.read(snapshot -> TokenRows.device(snapshot.sql(), n)));
    }

    /** Ends a device session with all its tokens. Returns false if it had already ended. */
    public boolean end(DeviceSession session, AuditRecorder trace) {
        try {
            return identities.write("end a sign-in", tx -> {
                boolean ended = TokenRows.endOne(tx, session.n());
                if (ended) {
                    trace.record(tx, session.account().organization(), session.id());
                }
                return ended;
            });
        } finally {
            identities.moved(session.account().organization());
        }
    }

    /**
     * Replaces a token of a device session. Returns false if the old token no longer exists or its account is not
     * active.
     */
    public boolean exchange(TokenHash old, TokenHash fresh, DeviceSession session, Instant now) {
        try {
            return identities.write("refresh a token", tx -> TokenRows.exchange(tx, old, fresh, now));
        } finally {
            identities.moved(session.account().organization());
        }
    }
}

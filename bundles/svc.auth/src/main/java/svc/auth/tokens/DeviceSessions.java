package svc.auth;

import java.time.Instant;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.Trace;

/**
 * Finds sign-ins. What it has read of the store it keeps with the {@link Pulse}'s stamp, and reads it again as soon as that
 * does not hold. Any thread.
 */
@Component(service = Sessions.class)
public final class Sessions {

    private static final int REMEMBERED = 20_000;

    private final Identities identities;
    private final Pulse pulse;
    private final Remembered<TokenHash, Stamped<Issued>> tokens = new Remembered<>(REMEMBERED);
    private final Remembered<Long, Stamped<Session>> devices = new Remembered<>(REMEMBERED);

    /** Looks here. */
    @Activate
    public Sessions(@Reference Identities identities, @Reference Pulse pulse) {
        this.identities = identities;
        this.pulse = pulse;
    }

    private record Stamped<V>(V value, String organization, long stamp) {}

    /**
     * A token that is known; it may have expired.
     *
     * @param session the sign-in it comes from
     * @param issuedAt since when it is good
     */
    record Issued(Session session, Instant issuedAt) {

        /** Whether it is good at a time. */
        boolean good(Instant now) {
            return now.isBefore(issuedAt.plus(TokenAuthenticator.LIFE));
        }
    }

    /** A token. */
    Optional<Issued> ofToken(TokenHash hash) {
        Stamped<Issued> remembered = tokens.get(hash);
        if (remembered != null && holds(remembered)) {
            return Optional.of(remembered.value());
        }
        long moment = pulse.moment();
        Optional<Issued> read = identities.read(snapshot -> TokenRows.find(snapshot.sql(), hash));
        read.ifPresent(issued -> tokens.put(hash, stamped(issued, issued.session(), moment)));
        return read;
    }

    /** A sign-in by its number. */
    Optional<Session> ofDevice(long n) {
        Stamped<Session> remembered = devices.get(n);
        if (remembered != null && holds(remembered)) {
            return Optional.of(remembered.value());
        }
        long moment = pulse.moment();
        Optional<Session> read = identities.read(snapshot -> TokenRows.device(snapshot.sql(), n));
        read.ifPresent(session -> devices.put(n, stamped(session, session, moment)));
        return read;
    }

    private boolean holds(Stamped<?> remembered) {
        return pulse.holds(remembered.organization(), remembered.stamp());
    }

    private <V> Stamped<V> stamped(V value, Session of, long moment) {
        String organization = of.account().organization();
        return new Stamped<>(value, organization, pulse.stamp(organization, moment));
    }

    /** Ends a sign-in with all that follows from it; false when it had ended. */
    boolean end(Session session, Trace trace) {
        try {
            return identities.write("end a sign-in", tx -> {
                boolean ended = TokenRows.endOne(tx, session.n());
                if (ended) {
                    trace.leave(tx, session.account().organization(), session.id());
                }
                return ended;
            });
        } finally {
            pulse.move(session.account().organization());
        }
    }

    /** Puts a token in the place of another one of the same sign-in, if that one is still there and may be used. */
    boolean exchange(TokenHash old, TokenHash fresh, Session session, Instant now) {
        try {
            return identities.write("refresh a token", tx -> TokenRows.exchange(tx, old, fresh, now));
        } finally {
            pulse.move(session.account().organization());
        }
    }
}

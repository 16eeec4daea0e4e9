package svc.auth;

import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.identity.Authenticator.Presented;
import svc.api.identity.Caller;
import svc.api.identity.Door;
import svc.api.time.Clock;
import svc.auth.AuthRules.Resource;
import svc.auth.Presentation.Field;
import svc.auth.Proofs.TokenHashRule;
import svc.auth.Proofs.Wanted;
import svc.auth.Sessions.Issued;

/** Chooses among what a request presents, and sees whether it is good. Any thread. */
@Component(service = Entrance.class)
public final class Entrance {

    private static final Logger LOG = LoggerFactory.getLogger(Entrance.class);
    private static final TurnedAway NO_TOKEN = new TurnedAway(AuthProblem.NO_TOKEN);
    private static final TurnedAway NO_SECRET = new TurnedAway(AuthProblem.NO_SECRET);
    private static final TurnedAway INVALID = new TurnedAway(AuthProblem.INVALID_TOKEN);
    private static final TurnedAway INVALID_BOUND = new TurnedAway(AuthProblem.INVALID_BOUND_TOKEN);

    private final Sessions sessions;
    private final Tickets tickets;
    private final Proofs proofs;
    private final Nonces nonces;
    private final AuthRules rules;
    private final BasicSignIn basic;
    private final AccountLimit limit;
    private final Clock clock;

    /** Looks for what is presented here. */
    @Activate
    public Entrance(
            @Reference Sessions sessions,
            @Reference Tickets tickets,
            @Reference Proofs proofs,
            @Reference Nonces nonces,
            @Reference AuthRules rules,
            @Reference BasicSignIn basic,
            @Reference AccountLimit limit,
            @Reference Clock clock) {
        this.sessions = sessions;
        this.tickets = tickets;
        this.proofs = proofs;
        this.nonces = nonces;
        this.rules = rules;
        this.basic = basic;
        this.limit = limit;
        this.clock = clock;
    }

    /** What comes of it. */
    sealed interface Entry permits Entered, TurnedAway {}

    /** Somebody known, with the sign-in where there is one. */
    record Entered(Caller caller, Optional<Session> session) implements Entry {}

    /** Nobody known. */
    record TurnedAway(AuthProblem problem) implements Entry {}

    /** By the rules that are set. */
    Entry enter(Presented presented) {
        return enter(presented, rules.resource());
    }

    /** With a proof whatever the rules say, where the session is bound. */
    Entry enterWithProof(Presented presented) {
        return enter(presented, Resource.REQUIRE);
    }

    private Entry enter(Presented presented, Resource resource) {
        Entry entry = known(presented, resource);
        return entry instanceof Entered entered
                ? limit.exceeded(entered.caller().account(), presented.address())
                        .<Entry>map(TurnedAway::new)
                        .orElse(entry)
                : entry;
    }

    private Entry known(Presented presented, Resource resource) {
        if (presented.authorization().isPresent()) {
            Optional<Field> field = Presentation.field(presented.authorization().get());
            if (field.isPresent() && field.get().token()) {
                return byToken(field.get().secret(), presented, resource);
            } else if (field.isPresent()
                    && rules.basic()
                    && field.get().scheme().equals("basic")) {
                return basic.in(field.get().secret(), presented.address());
            }
            return nobody();
        }
        Door door = presented.door();
        String query = presented.query().orElse("");
        if (door instanceof Door.Stream) {
            return atStream(query, presented.address());
        } else if (door instanceof Door.Download blob) {
            return Presentation.parameter(query, "media_token")
                    .map(token -> byTicket(tickets.ofMedia(token, blob), presented.address()))
                    .orElseGet(this::nobody);
        }
        return nobody();
    }

    private TurnedAway nobody() {
        return rules.basic() ? NO_SECRET : NO_TOKEN;
    }

    private Entry byToken(String token, Presented presented, Resource resource) {
        Optional<Issued> issued = sessions.ofToken(TokenHash.of(token));
        if (issued.isEmpty()) {
            return INVALID;
        }
        Session session = issued.get().session();
        if (!issued.get().good(clock.now())) {
            return session.thumbprint().isPresent() ? INVALID_BOUND : INVALID;
        }
        if (resource != Resource.OFF && session.thumbprint().isPresent()) {
            Optional<Flaw> flaw = flaw(session, token, presented);
            if (flaw.isPresent() && resource == Resource.REQUIRE) {
                return new TurnedAway(AuthProblem.badProof(flaw.get(), nonces.fresh()));
            }
            flaw.ifPresent(found -> report(session, presented, found));
        }
        return entered(session, presented.address());
    }

    private Optional<Flaw> flaw(Session session, String token, Presented presented) {
        try {
            proofs.spend(proofs.check(
                    presented.proofs(),
                    new Wanted(
                            presented.method(),
                            presented.url(),
                            session.thumbprint(),
                            Optional.of(token),
                            TokenHashRule.REQUIRED)));
            return Optional.empty();
        } catch (BadProof e) {
            return Optional.of(e.flaw());
        }
    }

    /** Tells what would have been refused. */
    static void report(Session session, Presented presented, Flaw flaw) {
        LOG.info(
                "event=dpop_monitor account={} session={} ip={} method={} path={} reason={}",
                session.account().id(),
                session.id(),
                presented.address(),
                presented.method(),
                Htu.of(presented.url()).map(Htu::path).orElse(""),
                flaw.word());
    }

    private Entry atStream(String query, String address) {
        Optional<String> ticket = Presentation.parameter(query, "stream_ticket");
        if (ticket.isPresent()) {
            return byTicket(tickets.ofStream(ticket.get()), address);
        }
        Optional<String> token = Presentation.parameter(query, "access_token");
        if (token.isEmpty()) {
            return nobody();
        }
        return sessions.ofToken(TokenHash.of(token.get()))
                .filter(issued -> issued.good(clock.now()))
                .<Entry>map(issued -> entered(issued.session(), address))
                .orElse(INVALID);
    }

    private static Entry byTicket(Optional<Session> session, String address) {
        return session.<Entry>map(known -> entered(known, address))
                .orElseGet(() -> new TurnedAway(AuthProblem.INVALID_TICKET));
    }

    private static Entered entered(Session session, String address) {
        return new Entered(session.caller(address), Optional.of(session));
    }
}

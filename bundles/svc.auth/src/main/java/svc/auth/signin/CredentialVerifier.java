package svc.auth.signin;

import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.identity.Authenticator;
import svc.api.identity.Authenticator.Authenticated;
import svc.api.identity.Authenticator.Credentials;
import svc.api.identity.Authenticator.Rejected;
import svc.api.identity.Authenticator.Result;
import svc.api.identity.Caller;
import svc.api.identity.QueryCredentials;
import svc.api.identity.SignIns.Outcome;
import svc.api.identity.SignIns.SignedIn;
import svc.api.time.Clock;
import svc.auth.AuthSettings;
import svc.auth.AuthSettings.Basic;
import svc.auth.AuthSettings.Resource;
import svc.auth.crypto.TokenHash;
import svc.auth.dpop.Htu;
import svc.auth.dpop.InvalidProofException;
import svc.auth.dpop.Nonces;
import svc.auth.dpop.ProofError;
import svc.auth.dpop.ProofVerifier;
import svc.auth.dpop.ProofVerifier.TokenHashRule;
import svc.auth.dpop.ProofVerifier.Wanted;
import svc.auth.signin.CredentialParser.Field;
import svc.auth.signin.LoginServlet.LoginBody;
import svc.auth.tokens.DeviceSession;
import svc.auth.tokens.DeviceSessions;
import svc.auth.tokens.DeviceSessions.Issued;
import svc.auth.tokens.Tickets;

/**
 * Authenticates requests by credential: tokens (RFC 6750, RFC 9449 §7.1), passwords, tickets and media tokens. The
 * class selects one credential of a request (Authorization, then ticket or media token, then access_token) and verifies
 * this credential. Thread-safe.
 */
@Component(service = {Authenticator.class, CredentialVerifier.class})
public final class CredentialVerifier implements Authenticator {

    private static final Logger LOG = LoggerFactory.getLogger(CredentialVerifier.class);
    private static final TurnedAway NO_TOKEN = new TurnedAway(AuthProblem.NO_TOKEN);
    private static final TurnedAway NO_SECRET = new TurnedAway(AuthProblem.NO_SECRET);
    private static final TurnedAway INVALID = new TurnedAway(AuthProblem.INVALID_TOKEN);
    private static final TurnedAway INVALID_BOUND = new TurnedAway(AuthProblem.INVALID_BOUND_TOKEN);

    private final DeviceSessions sessions;
    private final Tickets tickets;
    private final ProofVerifier proofs;
    private final Nonces nonces;
    private final AuthSettings rules;
    private final PasswordSignIn passwords;
    private final AppPasswordSignIn appPasswords;
    private final SignInGuard guard;
    private final Clock clock;

    @Activate
    public CredentialVerifier(
            @Reference DeviceSessions sessions,
            @Reference Tickets tickets,
            @Reference ProofVerifier proofs,
            @Reference Nonces nonces,
            @Reference AuthSettings rules,
            @Reference PasswordSignIn passwords,
            @Reference AppPasswordSignIn appPasswords,
            @Reference SignInGuard guard,
            @Reference Clock clock) {
        this.sessions = sessions;
        this.tickets = tickets;
        this.proofs = proofs;
        this.nonces = nonces;
        this.rules = rules;
        this.passwords = passwords;
        this.appPasswords = appPasswords;
        this.guard = guard;
        this.clock = clock;
    }

    /** The result of an authentication. */
    sealed interface Entry permits Entered, TurnedAway {}

    /** An authenticated caller, with its device session if it has one. */
    record Entered(Caller caller, Optional<DeviceSession> session) implements Entry {}

    /** A refusal. */
    record TurnedAway(AuthProblem problem) implements Entry {}

    @Override
    public Result authenticate(Credentials presented) {
        Entry entry = enter(presented);
        if (entry instanceof Entered entered) {
            return new Authenticated(entered.caller());
        }
        AuthProblem problem = ((TurnedAway) entry).problem();
        return new Rejected(problem.status(), problem.headers(), problem.members());
    }

    /** Authenticates a request by the configured rules. */
    Entry enter(Credentials presented) {
        return enter(presented, rules.resource());
    }

    /**
     * Authenticates a request. A request of a key-bound session must have a proof, even if the configured rules require
     * none.
     */
    Entry enterWithProof(Credentials presented) {
        return enter(presented, Resource.REQUIRE);
    }

    private Entry enter(Credentials presented, Resource resource) {
        Entry entry = known(presented, resource);
        if (entry instanceof TurnedAway away) {
            return new TurnedAway(guard.orBan(away.problem(), presented.address()));
        }
        return guard.exceeded(((Entered) entry).caller().account(), presented.address())
                .<Entry>map(limit -> new TurnedAway(AuthProblem.rejected(limit)))
                .orElse(entry);
    }

    private Entry known(Credentials presented, Resource resource) {
        if (presented.authorization().isPresent()) {
            Optional<Field> field =
                    CredentialParser.field(presented.authorization().get());
            ClientAddress client = ClientAddress.of(presented);
            if (field.isPresent() && field.get().appPassword()) {
                return entry(appPasswords.bearer(field.get().secret(), client), AuthProblem.INVALID_TOKEN);
            } else if (field.isPresent() && field.get().token()) {
                return byToken(field.get().secret(), presented, resource);
            } else if (field.isPresent() && field.get().scheme().equals("basic")) {
                LoginBody sent = field.get().basic();
                return entry(
                        passwords.in(sent.email(), sent.password(), client),
                        rules.basic() == Basic.OFF ? AuthProblem.INVALID_UNOFFERED : AuthProblem.INVALID_BASIC);
            }
            return unknownUser();
        }
        QueryCredentials door = presented.queryCredentials();
        String query = presented.query().orElse("");
        if (door instanceof QueryCredentials.StreamTicket) {
            return atStream(query, presented.address());
        } else if (door instanceof QueryCredentials.MediaToken blob) {
            return CredentialParser.parameter(query, "media_token")
                    .map(token -> byTicket(tickets.ofMedia(token, blob), presented.address()))
                    .orElseGet(this::unknownUser);
        }
        return unknownUser();
    }

    private static Entry entry(Outcome outcome, AuthProblem invalid) {
        return outcome instanceof SignedIn in
                ? new Entered(in.caller(), Optional.empty())
                : new TurnedAway(AuthProblem.of(outcome, invalid));
    }

    private TurnedAway unknownUser() {
        return rules.basic() == Basic.OFF ? NO_TOKEN : NO_SECRET;
    }

    private Entry byToken(String token, Credentials presented, Resource resource) {
        Optional<Issued> issued = sessions.ofToken(TokenHash.of(token));
        if (issued.isEmpty()) {
            return INVALID;
        }
        DeviceSession session = issued.get().session();
        if (!issued.get().good(clock.now(), rules)) {
            return session.thumbprint().isPresent() ? INVALID_BOUND : INVALID;
        }
        if (resource != Resource.OFF && session.thumbprint().isPresent()) {
            Optional<ProofError> flaw = flaw(session, token, presented);
            if (flaw.isPresent() && resource == Resource.REQUIRE) {
                return new TurnedAway(AuthProblem.badProof(flaw.get(), nonces.fresh()));
            }
            flaw.ifPresent(found -> report(session, presented, found));
        }
        return entered(session, presented.address());
    }

    private Optional<ProofError> flaw(DeviceSession session, String token, Credentials presented) {
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
        } catch (InvalidProofException e) {
            return Optional.of(e.flaw());
        }
    }

    /** Logs a proof that would be refused if {@code dpop_resource} were {@code require}. */
    static void report(DeviceSession session, Credentials presented, ProofError flaw) {
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
        Optional<String> ticket = CredentialParser.parameter(query, "stream_ticket");
        if (ticket.isPresent()) {
            return byTicket(tickets.ofStream(ticket.get()), address);
        }
        Optional<String> token = CredentialParser.parameter(query, "access_token");
        if (token.isEmpty()) {
            return unknownUser();
        }
        return sessions.ofToken(TokenHash.of(token.get()))
                .filter(issued -> issued.good(clock.now(), rules))
                .<Entry>map(issued -> entered(issued.session(), address))
                .orElse(INVALID);
    }

    private static Entry byTicket(Optional<DeviceSession> session, String address) {
        return session.<Entry>map(known -> entered(known, address))
                .orElseGet(() -> new TurnedAway(AuthProblem.INVALID_TICKET));
    }

    private static Entered entered(DeviceSession session, String address) {
        return new Entered(session.caller(address), Optional.of(session));
    }
}

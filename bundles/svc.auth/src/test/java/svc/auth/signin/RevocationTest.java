package svc.auth.signin;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import svc.api.identity.Account;
import svc.api.identity.Authenticator.Credentials;
import svc.api.identity.Caller;
import svc.api.identity.QueryCredentials;
import svc.api.operation.AuditRecorder;
import svc.auth.AuthSettings;
import svc.auth.AuthSettings.Resource;
import svc.auth.crypto.TokenHash;
import svc.auth.dpop.ProofError;
import svc.auth.dpop.ProofVerifier;
import svc.auth.signin.CredentialVerifier.Entered;
import svc.auth.signin.CredentialVerifier.Entry;
import svc.auth.signin.SignIn.NotSignedIn;
import svc.auth.signin.SignIn.SignedIn;
import svc.auth.storage.AuthFixture;
import svc.auth.tokens.DeviceSession;
import svc.auth.tokens.StoredAppPasswords;
import svc.auth.tokens.Tickets.Ticket;
import svc.json.JacksonJson;
import svc.runtime.LocalOnceKeys;
import svc.testkit.Covers;
import svc.testkit.DpopKey;
import svc.testkit.DpopKey.Claims;
import svc.testkit.SettableWallClock;

/** The exact start and end of tokens and tickets, and the equivalence of {@code monitor} and {@code require}. */
class RevocationTest {

    private static final String URL = "https://mail.example.org/jmap";

    @TempDir
    Path directory;

    private final SettableWallClock clock = new SettableWallClock();
    private AuthFixture fixture;
    private Account ann;

    @BeforeEach
    void open() {
        fixture = new AuthFixture(directory, clock, new AuthSettings(false, Resource.OFF, AuthSettings.Basic.ALL));
        fixture.organization("example.org");
        ann = fixture.account("ann@example.org");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private DeviceSession session(String token) {
        return fixture.sessions.ofToken(TokenHash.of(token)).orElseThrow().session();
    }

    private boolean refreshes(String token) {
        return fixture.refresh.with(AuthFixture.presented("Bearer " + token)) instanceof SignedIn;
    }

    @Test
    @Covers(
            value = {"AUTH-05", "AUTH-06", "LIM-08"},
            part = "below HTTP")
    void anExpiredTokenIsExchangedForSevenDaysAndNotAMomentLonger() {
        String early = fixture.token("ann@example.org");
        String late = fixture.token("ann@example.org");
        clock.move(Duration.ofDays(8).minusMillis(1));
        assertThat(fixture.admits(early)).isFalse();
        assertThat(refreshes(early)).isTrue();
        assertThat(refreshes(early)).as("deleted").isFalse();
        clock.move(Duration.ofMillis(1));
        assertThat(refreshes(late)).isFalse();
    }

    @Test
    @Covers(
            value = {"TICK-06", "MEDIA-04", "LIM-08"},
            part = "below HTTP")
    void ticketsEndAtTheirSecond() {
        DeviceSession session = session(fixture.token("ann@example.org"));
        QueryCredentials.MediaToken blob = new QueryCredentials.MediaToken(ann.id(), "b1");
        Ticket stream = fixture.tickets.stream(session);
        Ticket media = fixture.tickets.media(session, blob);
        clock.move(Duration.ofSeconds(60).minusMillis(1));
        assertThat(fixture.tickets.ofStream(stream.text())).contains(session);
        clock.move(Duration.ofMillis(1));
        assertThat(stream.end()).isEqualTo(clock.now());
        assertThat(fixture.tickets.ofStream(stream.text())).isEmpty();
        clock.move(Duration.ofMinutes(4).minusMillis(1));
        assertThat(fixture.tickets.ofMedia(media.text(), blob)).contains(session);
        assertThat(fixture.tickets.ofMedia(media.text(), new QueryCredentials.MediaToken(ann.id(), "b2")))
                .isEmpty();
        clock.move(Duration.ofMillis(1));
        assertThat(fixture.tickets.ofMedia(media.text(), blob)).isEmpty();
    }

    @Test
    @Covers("TICK-12")
    void aStreamTicketSurvivesARestartUntilItsEndOrThatOfItsSignIn() {
        String token = fixture.token("ann@example.org");
        DeviceSession session = session(token);
        Ticket ticket = fixture.tickets.stream(session);
        Ticket other = fixture.tickets.stream(session(fixture.token("ann@example.org")));
        fixture.close();
        fixture = new AuthFixture(directory, clock);
        clock.move(Duration.ofSeconds(5));
        assertThat(fixture.tickets.ofStream(ticket.text())).contains(session);
        assertThat(fixture.sessions.end(session, AuditRecorder.NONE)).isTrue();
        assertThat(fixture.tickets.ofStream(ticket.text())).isEmpty();
        assertThat(fixture.tickets.ofStream(other.text())).isPresent();
        clock.move(Duration.ofSeconds(55));
        assertThat(fixture.tickets.ofStream(other.text())).isEmpty();
        assertThat(fixture.tickets.stream(session).end())
                .as("of a sign-in that ended")
                .isAfter(clock.now());
        assertThat(fixture.count("stream_ticket")).as("what ended is forgotten").isZero();
    }

    @Test
    @Covers(value = "ADM-11", part = "below HTTP")
    void aRequestThatIsOpenWithThePasswordEndsWithIt() {
        Caller open = ((Entered) basic(AuthFixture.PASSWORD)).caller();
        assertThat(fixture.directory.isActive(open)).isTrue();
        fixture.password(fixture.account("bob@example.org"), "another horse");
        assertThat(fixture.directory.isActive(open)).as("of somebody else").isTrue();
        assertThat(((Entered) basic(AuthFixture.PASSWORD)).caller()).isEqualTo(open);
        fixture.password(ann, "another horse");
        assertThat(fixture.directory.isActive(open)).isFalse();
        Caller next = ((Entered) basic("another horse")).caller();
        assertThat(fixture.directory.isActive(next)).isTrue();
        fixture.disable(ann, true);
        assertThat(fixture.directory.isActive(next)).isFalse();
    }

    @Test
    void anotherPasswordAndTheEndOfAnAccountEndEverythingAtOnce() {
        for (Runnable end : List.<Runnable>of(
                () -> fixture.password(ann, AuthFixture.PASSWORD), () -> fixture.disable(ann, true))) {
            String token = fixture.token("ann@example.org");
            Ticket ticket = fixture.tickets.stream(session(token));
            Caller open = session(token).caller("127.0.0.1");
            assertThat(fixture.admits(token)).isTrue();
            assertThat(fixture.directory.isActive(open)).isTrue();
            assertThat(fixture.tickets.ofStream(ticket.text())).isPresent();
            assertThat(basic(AuthFixture.PASSWORD)).isInstanceOf(Entered.class);
            long before = fixture.directory.version(open.account().organization());
            end.run();
            assertThat(fixture.admits(token)).isFalse();
            assertThat(fixture.directory.version(open.account().organization())).isNotEqualTo(before);
            assertThat(fixture.directory.isActive(open))
                    .as("a request that is open")
                    .isFalse();
            assertThat(refreshes(token)).isFalse();
            assertThat(fixture.tickets.ofStream(ticket.text())).isEmpty();
        }
        assertThat(basic(AuthFixture.PASSWORD)).as("disabled").isNotInstanceOf(Entered.class);
        fixture.disable(ann, false);
        assertThat(fixture.count("token") + fixture.count("device_session")).isZero();
        fixture.password(ann, "another horse");
        assertThat(basic(AuthFixture.PASSWORD)).as("an old password").isNotInstanceOf(Entered.class);
        assertThat(basic("another horse")).isInstanceOf(Entered.class);
    }

    private Entry basic(String secret) {
        byte[] pair = ("ann@example.org:" + secret).getBytes(StandardCharsets.UTF_8);
        return fixture.entrance.enter(
                AuthFixture.presented("Basic " + Base64.getEncoder().encodeToString(pair)));
    }

    @Test
    void anAppPasswordLetsInUntilItIsRevoked() {
        StoredAppPasswords passwords = fixture.storedAppPasswords;
        var made = fixture.identities.writeIn(ann, "make", tx -> passwords.create(tx, "phone", clock.now()));
        for (int i = 0; i < 2; i++) {
            assertThat(basic(String.valueOf(made.password().secret()))).isInstanceOfSatisfying(Entered.class, in -> {
                assertThat(in.caller().credential()).isEqualTo(Caller.CredentialKind.APP_PASSWORD);
                assertThat(in.session()).isEmpty();
            });
        }
        fixture.password(ann, "another horse");
        assertThat(basic(String.valueOf(made.password().secret())))
                .as("a secret of its own")
                .isInstanceOf(Entered.class);
        Caller caller = ((Entered) basic(String.valueOf(made.password().secret()))).caller();
        assertThat(fixture.directory.isActive(caller)).isTrue();
        long before = fixture.directory.version(ann.organization());
        boolean revoked = fixture.identities.writeIn(ann, "revoke", tx -> passwords.revoke(tx, made.n()));
        assertThat(revoked).isTrue();
        assertThat(fixture.directory.version(ann.organization())).isNotEqualTo(before);
        assertThat(basic(String.valueOf(made.password().secret()))).isNotInstanceOf(Entered.class);
        assertThat(fixture.directory.isActive(caller)).isFalse();
    }

    @ParameterizedTest
    @Covers(
            value = {"DPOP-06", "DPOP-07", "DPOP-08"},
            part = "below HTTP")
    @ValueSource(booleans = {false, true})
    void watchingReportsExactlyWhatRequiringRefuses(boolean nonceRequired) {
        DpopKey key = DpopKey.fresh();
        ProofVerifier.Good good =
                new ProofVerifier.Good(key.thumbprint(), "login", clock.now().getEpochSecond() + 300, false);
        SignedIn in = (SignedIn)
                fixture.signIn.in("ann@example.org", AuthFixture.PASSWORD, AuthFixture.CLIENT, Optional.of(good));
        CredentialVerifier requires = entrance(nonceRequired, Resource.REQUIRE);
        CredentialVerifier watches = entrance(nonceRequired, Resource.MONITOR);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger logger = (Logger) LoggerFactory.getLogger(CredentialVerifier.class);
        logger.setLevel(Level.INFO);
        logger.addAppender(log);
        List<Credentials> kinds = kinds(key, in.token());
        Random random = new Random(7);
        int requests = nonceRequired ? 2_000 : 10_000;
        int refused = 0;
        try {
            for (int i = 0; i < requests; i++) {
                Credentials presented = kinds.get(random.nextInt(kinds.size()));
                boolean turned = !(requires.enter(presented) instanceof Entered);
                int before = log.list.size();
                assertThat(watches.enter(presented)).isInstanceOf(Entered.class);
                assertThat(log.list.size() - before).as("request " + i).isEqualTo(turned ? 1 : 0);
                refused += turned ? 1 : 0;
            }
        } finally {
            logger.detachAppender(log);
            logger.setLevel(null);
        }
        System.out.println("of " + requests + " requests " + refused + " refused, " + log.list.size() + " reported");
        assertThat(refused).isBetween(requests / 2, requests - 1);
        assertThat(log.list).noneMatch(event -> event.getFormattedMessage().contains(in.token()));
        for (ProofError flaw : List.of(
                ProofError.STALE_NONCE, nonceRequired ? ProofError.NO_NONCE : ProofError.TOO_OLD, ProofError.SEVERAL)) {
            assertThat(log.list)
                    .as(flaw.word())
                    .anyMatch(event -> event.getFormattedMessage().endsWith("reason=" + flaw.word()));
        }
    }

    private CredentialVerifier entrance(boolean nonceRequired, Resource resource) {
        AuthSettings rules = new AuthSettings(nonceRequired, resource, AuthSettings.Basic.OFF);
        ProofVerifier proofs = new ProofVerifier(
                new JacksonJson(),
                clock,
                rules,
                fixture.nonces,
                new LocalOnceKeys(clock),
                Optional::empty,
                Instant.EPOCH);
        return fixture.entrance(rules, proofs, clock);
    }

    private List<Credentials> kinds(DpopKey key, String token) {
        List<Credentials> all = new ArrayList<>();
        Instant now = clock.now();
        for (int i = 0; i < 100; i++) {
            Claims claims = Claims.of("POST", URL, now).of(token);
            all.add(request(token, key.proof(claims)));
            all.add(request(token, key.proof(claims.with(fixture.nonces.fresh()))));
            all.add(request(token));
            all.add(request(token, key.proof(Claims.of("POST", URL, now))));
            all.add(request(token, key.proof(Claims.of("GET", URL, now).of(token))));
            all.add(request(
                    token,
                    key.proof(Claims.of("POST", URL, now.minusSeconds(301)).of(token))));
            all.add(request(token, DpopKey.fresh().proof(claims)));
            all.add(request(token, key.proof(claims.named("s" + i).with("stale"))));
            all.add(request(token, key.proof(claims.named("t" + i)), "x"));
        }
        return all;
    }

    private static Credentials request(String token, String... proofs) {
        return AuthFixture.presented("Bearer " + token, proofs);
    }

    @Test
    void aRefusalLeavesTheTokenAsItIs() {
        DpopKey key = DpopKey.fresh();
        ProofVerifier.Good good =
                new ProofVerifier.Good(key.thumbprint(), "login", clock.now().getEpochSecond() + 300, false);
        SignedIn in = (SignedIn)
                fixture.signIn.in("ann@example.org", AuthFixture.PASSWORD, AuthFixture.CLIENT, Optional.of(good));
        assertThat(fixture.refresh.with(request(in.token()))).isInstanceOf(NotSignedIn.class);
        assertThat(fixture.refresh.with(request(in.token(), "x.y.z"))).isInstanceOf(NotSignedIn.class);
        assertThat(fixture.admits(in.token())).isTrue();
        String proof = key.proof(Claims.of("POST", URL, clock.now()));
        assertThat(fixture.refresh.with(request(in.token(), proof))).isInstanceOf(SignedIn.class);
        assertThat(fixture.admits(in.token())).isFalse();
    }
}

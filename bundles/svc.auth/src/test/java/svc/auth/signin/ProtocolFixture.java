package svc.auth.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.auth.signin.ProtocolFixture.ANN;
import static svc.auth.signin.ProtocolFixture.FAILURES;
import static svc.auth.signin.ProtocolFixture.PER_ACCOUNT;
import static svc.auth.signin.ProtocolFixture.basic;
import static svc.auth.signin.ProtocolFixture.client;
import static svc.auth.signin.ProtocolFixture.rules;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.slf4j.LoggerFactory;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.identity.SignIns.Client;
import svc.api.identity.SignIns.Outcome;
import svc.api.identity.SignIns.Reason;
import svc.api.identity.SignIns.Refused;
import svc.api.identity.SignIns.SignedIn;
import svc.api.net.IpNetwork;
import svc.auth.AuthSettings;
import svc.auth.AuthSettings.Basic;
import svc.auth.AuthSettings.Resource;
import svc.auth.storage.AuthFixture;
import svc.ratelimit.BanningRateLimiter;
import svc.ratelimit.bans.BanStore;
import svc.ratelimit.bans.KnownNetworks;
import svc.ratelimit.bans.Policy;
import svc.ratelimit.rates.Rate;
import svc.runtime.LocalEventCounters;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testkit.ManualClock;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableWallClock;

/** An account, and sign-ins with the real rate limiter. */
final class ProtocolFixture implements AutoCloseable {

    static final String ANN = "ann@example.org";
    static final Client IMAP = client("imap", "192.0.2.7");
    static final Client SMTP = client("submission", "192.0.2.7");
    static final Client ELSEWHERE = client("imap", "2001:db8:1::7");
    static final Outcome INVALID = new Refused(Reason.INVALID_CREDENTIALS);
    static final int FAILURES = 5;
    static final int PER_ACCOUNT = 40;

    final SettableWallClock clock = new SettableWallClock();

    /** The clock of the rate limiter, which advances only when the test advances it. */
    final ManualClock limiterClock = new ManualClock();

    final ListAppender<ILoggingEvent> log = new ListAppender<>();
    final AuthFixture fixture;
    final Account ann;
    private final SqliteStore bans;

    ProtocolFixture(Path directory) throws IOException {
        Path folder = Files.createDirectory(directory.resolve("bans"));
        bans = new SqliteStore(
                new MigratedDatabase(MigratedDatabaseFixture.in(folder, SqliteStore.class, BanningRateLimiter.class)),
                clock);
        fixture = new AuthFixture(directory, clock, rules(Basic.ALL), limiter());
        fixture.organization("example.org");
        ann = fixture.account(ANN);
        log.start();
        logger().setLevel(Level.INFO);
        logger().addAppender(log);
    }

    @Override
    public void close() {
        logger().detachAppender(log);
        logger().setLevel(null);
        fixture.close();
        bans.close();
    }

    private BanningRateLimiter limiter() {
        Policy policy = new Policy(
                List.of(),
                Rate.of("http_per_ip_baseline", 600, 60),
                Rate.of("http_per_account_baseline", 600, PER_ACCOUNT),
                Rate.of("http_per_account_cpu_ms", 600, 600),
                FAILURES,
                Duration.ofMinutes(10),
                Duration.ofMinutes(15),
                1_000,
                Duration.ofDays(7));
        return BanningRateLimiter.of(
                policy,
                new BanStore(bans, limiterClock),
                new KnownNetworks(bans, limiterClock),
                limiterClock,
                new LocalEventCounters(limiterClock));
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger("svc.auth");
    }

    static AuthSettings rules(Basic basic) {
        return new AuthSettings(false, Resource.OFF, basic);
    }

    static Client client(String protocol, String address) {
        return new Client(protocol, IpNetwork.address(address).orElseThrow());
    }

    static Caller caller(Outcome outcome) {
        assertThat(outcome).isInstanceOf(SignedIn.class);
        return ((SignedIn) outcome).caller();
    }

    static String basic(String password) {
        byte[] pair = (ANN + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    List<String> logged(String... parts) {
        return log.list.stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> List.of(parts).stream().allMatch(line::contains))
                .toList();
    }
}

package svc.mail.verification;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import svc.api.delivery.Arrival;
import svc.api.delivery.CheckResult;
import svc.api.delivery.CheckResult.FieldRemoval;
import svc.api.delivery.Envelope;
import svc.api.delivery.MessageCheck.Check;
import svc.api.dns.Resolver;
import svc.api.identity.Account;
import svc.mailauth.Signer;
import svc.mailauth.Zone;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testclock.AdvanceableClock;
import svc.testkit.InMemoryDirectory;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.RecordedMetrics;

/** The components of this bundle with the DNS data of a test. The accounts are ann of tenant t1 and bob of tenant t2. */
final class VerificationFixture implements AutoCloseable {

    static final String HOST = "mx.own.test";
    static final String SENDER = "bounce@far.test";
    static final InetAddress CLIENT = Zone.address("192.0.2.7");

    /** A message of far.test without a signature. */
    static final String PLAIN = "From: Carl <carl@far.test>\r\nTo: ann@one.test\r\nSubject: Lunch\r\n\r\nAt noon?\r\n";

    final Zone zone = new Zone();
    final AdvanceableClock clock = new AdvanceableClock();
    final InMemoryDirectory directory = new InMemoryDirectory();
    final VerificationMetrics metrics = new VerificationMetrics();
    final AllowedLists lists;
    private final SqliteStore store;
    private Resolver resolver = zone;

    VerificationFixture(Path folder) {
        store = new SqliteStore(
                new MigratedDatabase(MigratedDatabaseFixture.in(folder, SqliteStore.class, SenderVerification.class)),
                clock);
        lists = new AllowedLists(store);
        directory.add(new Account(1, "t1", "ann@one.test", ""));
        directory.add(new Account(2, "t2", "bob@two.test", ""));
    }

    /** Lets the components ask another resolver than the zone. */
    void resolver(Resolver other) {
        resolver = other;
    }

    SenderVerification verification(String dmarc, String... sealers) {
        SenderPolicy policy = new SenderPolicy(dmarc, List.of(sealers), lists, directory);
        return new SenderVerification(resolver, clock, () -> HOST, policy, metrics);
    }

    Arrival arrival(String protocol) {
        return new Arrival(CLIENT, "mx.far.test", protocol, Optional.empty(), clock.now());
    }

    static Envelope envelope(String... recipients) {
        return Envelope.of(SENDER, List.of(recipients));
    }

    /** Checks a message to ann, with the default configuration. */
    CheckResult check(String message) {
        return check(verification("enforce"), envelope("ann@one.test"), message);
    }

    CheckResult check(SenderVerification verification, Envelope envelope, String message) {
        try (Check check = verification.begin(envelope, arrival("ESMTPS"))) {
            byte[] octets = Signer.octets(message);
            check.write(octets, 0, octets.length / 2);
            check.write(octets, octets.length / 2, octets.length - octets.length / 2);
            return check.finish();
        } finally {
            verification.stop();
        }
    }

    /** Returns the field of a result, in one line. */
    static String field(CheckResult result) {
        return String.join("\n", result.fields()).replaceAll("\r\n\t", " ");
    }

    /** Returns the reply of a result; empty if it accepts the message. */
    static String reply(CheckResult result) {
        return result.rejection().map(Object::toString).orElse("");
    }

    static boolean removes(CheckResult result, String name, String value) {
        return result.removals().stream()
                .filter(removal -> removal.name().equalsIgnoreCase(name))
                .map(FieldRemoval::value)
                .anyMatch(claims -> claims.test(value));
    }

    /** Returns the counters by their labels. */
    Map<String, Long> counters() {
        return RecordedMetrics.countersOf(metrics);
    }

    @Override
    public void close() {
        store.close();
        clock.stop();
    }
}

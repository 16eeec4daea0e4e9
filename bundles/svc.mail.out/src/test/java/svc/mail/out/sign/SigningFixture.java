package svc.mail.out.sign;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import svc.api.delivery.DkimKeys.State;
import svc.api.delivery.Envelope;
import svc.api.delivery.OutgoingMail;
import svc.api.dns.Answer;
import svc.api.dns.Resolver;
import svc.api.identity.Account;
import svc.api.shared.Leases;
import svc.api.store.Store;
import svc.mailauth.DkimVerifier;
import svc.mailauth.MessageSignatures;
import svc.mailauth.Zone;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testclock.AdvanceableClock;
import svc.testkit.Eventually;
import svc.testkit.InMemoryDirectory;
import svc.testkit.MigratedDatabaseFixture;

/** The keys and the signer with the DNS data of a test. The accounts are ann of tenant t1 and bob of tenant t2. */
final class SigningFixture implements AutoCloseable {

    static final String HOST = "mx.own.test";
    static final Account ANN = new Account(1, "t1", "ann@one.test", "");
    static final Account BOB = new Account(2, "t2", "bob@two.test", "");

    private static final Map<String, KeyPair> PAIRS = new ConcurrentHashMap<>();

    final AdvanceableClock clock = new AdvanceableClock();
    final InMemoryDirectory directory = new InMemoryDirectory();
    final List<String> lookups = new CopyOnWriteArrayList<>();
    final SqliteStore store;
    final DomainKeys keys;
    final SigningMetrics metrics;
    final MessageSigner signer;
    Zone zone = new Zone();
    private final AtomicInteger generated = new AtomicInteger();
    private final AtomicInteger runs = new AtomicInteger();
    private Optional<KeyRotation> rotation = Optional.empty();

    SigningFixture(Path folder) {
        store = new SqliteStore(
                new MigratedDatabase(MigratedDatabaseFixture.in(folder, SqliteStore.class, MessageSigner.class)),
                clock);
        keys = keys(folder, store);
        metrics = new SigningMetrics(keys);
        signer = new MessageSigner(keys, directory, () -> HOST, clock, metrics);
        directory.add(ANN);
        directory.add(BOB);
    }

    DomainKeys keys(Path home, Store other) {
        return new DomainKeys(home, other, directory, () -> HOST, clock, this::keyPair);
    }

    /** Returns one of a few pairs, each in its turn: to create an RSA key can take a second. */
    private KeyPair keyPair(String type) {
        return PAIRS.computeIfAbsent(type + generated.getAndIncrement() % 8, name -> DomainKeys.generate(type));
    }

    /** Starts the rotation, as a start of the server does. */
    void start() {
        rotation.ifPresent(KeyRotation::stop);
        Resolver resolver = new Counting();
        Leases leases = (name, time) -> Optional.of(runs::incrementAndGet);
        rotation = Optional.of(new KeyRotation(keys, resolver, clock, leases));
    }

    /** The zone, with a list of the lookups. */
    private final class Counting implements Resolver {

        @Override
        public Answer<String> txt(String name) {
            lookups.add(name);
            return zone.txt(name);
        }

        @Override
        public Answer<InetAddress> addresses(String host, Family family) {
            return zone.addresses(host, family);
        }

        @Override
        public Answer<Mx> mx(String domain) {
            return zone.mx(domain);
        }

        @Override
        public Answer<String> ptr(InetAddress address) {
            return zone.ptr(address);
        }
    }

    /** Lets time pass, and waits until the rotation has run. */
    void advanceToRun(Duration time) {
        int before = runs.get();
        clock.advance(time);
        Eventually.until("run of the rotation", () -> runs.get() > before);
    }

    /** Publishes the records of the keys of a domain that are not published. */
    void publish(String domain) {
        for (DomainKey key : keys.of(domain)) {
            zone.only(key.name(), key.record());
        }
    }

    /** Lets new keys of a domain sign. */
    void makeLive(String domain) throws IOException {
        keys.create(domain);
        publish(domain);
        if (rotation.isEmpty()) {
            start();
        }
        advanceToRun(Duration.ofHours(1));
        if (states(domain).contains(State.NEW)) {
            throw new AssertionError("the keys are still new");
        }
    }

    List<State> states(String domain) {
        return keys.of(domain).stream().map(DomainKey::state).toList();
    }

    static String message(String from) {
        return "From: " + from + "\r\nTo: carl@far.test\r\nSubject: Lunch\r\n\r\nAt noon?\r\n";
    }

    OutgoingMail mail(Account account, String sender, String message, boolean relayed) {
        byte[] octets = message.getBytes(ISO_8859_1);
        return new OutgoingMail(
                "q1",
                account,
                Envelope.of(sender, List.of("carl@far.test")),
                "far.test",
                octets.length,
                out -> out.write(octets),
                relayed);
    }

    /** Signs a message of an account; returns the octets that are sent. */
    String sign(Account account, String message) throws IOException {
        return sent(signer.sign(mail(account, account.email(), message, false)));
    }

    static String sent(OutgoingMail mail) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        mail.content().writeTo(out);
        if (out.size() != mail.size()) {
            throw new AssertionError("the size is " + mail.size() + " instead of " + out.size());
        }
        return out.toString(ISO_8859_1);
    }

    /** Returns the results of the signatures: verdict, domain and algorithm. */
    List<String> verify(String message) throws IOException {
        return new DkimVerifier(zone, clock)
                .verify(read(message)).stream()
                        .map(result -> result.verdict().word() + ' ' + result.domain() + ' ' + result.algorithm())
                        .toList();
    }

    static MessageSignatures read(String message) throws IOException {
        MessageSignatures signatures = new MessageSignatures();
        try (OutputStream out = signatures) {
            out.write(message.getBytes(ISO_8859_1));
        }
        return signatures;
    }

    static List<String> live(String domain) {
        return List.of("pass " + domain + " ed25519-sha256", "pass " + domain + " rsa-sha256");
    }

    @Override
    public void close() {
        rotation.ifPresent(KeyRotation::stop);
        store.close();
        clock.stop();
    }
}

package svc.mail.domains.report;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import svc.api.delivery.Arrival;
import svc.api.delivery.Envelope;
import svc.api.delivery.SenderObserver.SenderResults;
import svc.api.delivery.SenderObserver.SenderResults.Disposition;
import svc.api.delivery.SenderObserver.SenderResults.MethodResult;
import svc.api.delivery.SenderObserver.SenderResults.OverrideReason;
import svc.api.delivery.SenderObserver.SenderResults.PublishedPolicy;
import svc.api.delivery.ServerMail;
import svc.api.identity.Account;
import svc.api.metrics.Histogram;
import svc.api.metrics.MetricSink;
import svc.api.store.Scope;
import svc.mailauth.Zone;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testclock.AdvanceableClock;
import svc.testkit.Eventually;
import svc.testkit.InMemoryDirectory;
import svc.testkit.MigratedDatabaseFixture;

/** Tests of the components that send and store reports, on the store of the server, which has the domain own.test. */
abstract class ReportFixture {

    static final String HOST = "mx.own.test";

    final Zone zone = new Zone().txt("_dmarc.far.test", "v=DMARC1; p=reject; rua=mailto:r@far.test");
    final AdvanceableClock clock = new AdvanceableClock();
    final InMemoryDirectory directory = new InMemoryDirectory();
    final ReportMetrics metrics = new ReportMetrics();
    final List<Envelope> sent = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> parts = new ArrayList<>();

    @TempDir
    private Path folder;

    private volatile SqliteStore store;
    private volatile boolean hasPostmaster = true;
    private volatile Runnable afterSend = () -> {};

    @BeforeEach
    void openStore() {
        directory.add(new Account(1, "t1", "ann@own.test", ""));
        store = open();
    }

    private SqliteStore open() {
        return new SqliteStore(
                new MigratedDatabase(MigratedDatabaseFixture.in(folder, SqliteStore.class, ReportSender.class)), clock);
    }

    /** Stops the server and starts it again. */
    void restart() throws Exception {
        stopParts();
        store.close();
        store = open();
    }

    void withoutPostmaster(boolean isMissing) {
        hasPostmaster = !isMissing;
    }

    /** Runs an action after each report that is sent, on the thread that sends it. */
    void afterSend(Runnable action) {
        afterSend = action;
    }

    static ReportConfig config(boolean reports) {
        return (ReportConfig) Proxy.newProxyInstance(
                ReportConfig.class.getClassLoader(),
                new Class<?>[] {ReportConfig.class},
                (proxy, method, arguments) -> reports);
    }

    ResultBuffer buffer(boolean isOn) {
        ResultBuffer buffer = new ResultBuffer(config(isOn), store, clock, metrics);
        parts.add(buffer::stop);
        return buffer;
    }

    /** Starts a sender that is ready. */
    ReportSender sender() {
        ServerMail mail = (domain, envelope, content) -> {
            if (!hasPostmaster) {
                return Optional.empty();
            }
            sent.add(envelope);
            afterSend.run();
            return Optional.of("q1");
        };
        ReportSender sender = new ReportSender(
                config(true),
                store,
                clock,
                (name, time) -> Optional.of(() -> {}),
                zone,
                mail,
                new ReportAddress(() -> HOST, directory),
                metrics);
        parts.add(sender::stop);
        sender.call();
        return sender;
    }

    static PublishedPolicy policy(String domain, String... addresses) {
        return new PublishedPolicy(domain, "reject", "reject", "reject", false, false, false, List.of(addresses));
    }

    /** Returns the results of a message of far.test that passed. */
    SenderResults passed(String client) {
        return results(policy("far.test", "mailto:r@far.test"), "far.test", client, true);
    }

    SenderResults results(PublishedPolicy policy, String author, String client, boolean passed) {
        return new SenderResults(
                Envelope.of("bounce@" + author, List.of("ann@own.test")),
                new Arrival(Zone.address(client), "mx.far.test", "ESMTPS", Optional.empty(), clock.now()),
                author,
                policy,
                passed,
                false,
                passed ? Disposition.PASS : Disposition.NONE,
                passed ? Optional.empty() : Optional.of(OverrideReason.LOCAL_POLICY),
                new MethodResult(author, "", "softfail"),
                List.of(new MethodResult(author, "s1", passed ? "pass" : "fail")));
    }

    LocalDate today() {
        return PendingReport.day(clock.now());
    }

    /** Returns the sum of the messages of a day that are in the tables. */
    long stored(LocalDate day) {
        return number("SELECT coalesce(sum(messages), 0) FROM dmarc_count WHERE day = ?", day.toEpochDay());
    }

    long number(String query, Object... arguments) {
        return store.read(Scope.system(), snapshot -> snapshot.sql().number(query, arguments));
    }

    SqliteStore store() {
        return store;
    }

    /** Lets the time pass after which the buffer is written, and waits for the given number of messages in the tables. */
    void flushed(LocalDate day, long messages) {
        clock.advance(ResultBuffer.DELAY);
        Eventually.until(messages + " messages stored", () -> stored(day) == messages);
    }

    Map<String, Long> counters() {
        Map<String, Long> counters = new TreeMap<>();
        metrics.collect(new MetricSink() {
            @Override
            public void counter(String name, String help, long value, String... labels) {
                if (value > 0) {
                    counters.put(String.join(" ", List.of(labels.length > 1 ? labels[1] : name)), value);
                }
            }

            @Override
            public void gauge(String name, String help, double value, String... labels) {
                throw new AssertionError(name);
            }

            @Override
            public void histogram(String name, String help, Histogram timings, String... labels) {
                throw new AssertionError(name);
            }
        });
        return counters;
    }

    static Set<String> recipients(Envelope envelope) {
        return Set.copyOf(
                envelope.recipients().stream().map(Envelope.Recipient::address).toList());
    }

    private void stopParts() throws Exception {
        for (AutoCloseable part : parts) {
            part.close();
        }
        parts.clear();
    }

    @AfterEach
    void stopAll() throws Exception {
        stopParts();
        store.close();
        clock.stop();
    }
}

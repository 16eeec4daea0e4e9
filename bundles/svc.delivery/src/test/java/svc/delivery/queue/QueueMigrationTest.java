package svc.delivery.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.delivery.DeliveryStatus.State;
import svc.api.delivery.Envelope.ReturnContent;
import svc.api.store.Scope;
import svc.api.store.Sql;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testclock.AdvanceableClock;
import svc.testkit.Covers;
import svc.testkit.MigratedDatabaseFixture;

/** The rows of a queue of release 0.30 after the migrations since then. */
class QueueMigrationTest {

    private static final Instant CREATED = Instant.ofEpochMilli(1_700_000_000_000L);

    @TempDir
    Path folder;

    private final AdvanceableClock clock = new AdvanceableClock();
    private SqliteStore store;

    @BeforeEach
    void migrate() throws Exception {
        Path database = MigratedDatabaseFixture.in(folder, SqliteStore.class);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                Statement statement = connection.createStatement()) {
            List<String> scripts = scripts();
            statement.executeUpdate(scripts.get(0));
            insert(statement, 1, "ann@old.test", "('waiting', 0, 0, '')");
            insert(statement, 2, "ann@old.test", "('waiting', 0, 518400000, '')");
            insert(statement, 3, "ann@old.test", "('waiting', 3, 7200000, '451 4.4.0 No transport.')");
            insert(
                    statement,
                    4,
                    "ann@old.test",
                    "('delivered', 1, 0, '250 2.1.5 Delivered.')",
                    "('failed', 1, 0, '550 5.1.1 Unknown recipient.')",
                    "('waiting', 1, 300000, '450 4.2.1 Suspended.')");
            insert(statement, 5, "", "('waiting', 0, 432000000, '')");
            for (String later : scripts.subList(1, scripts.size())) {
                statement.executeUpdate(later);
            }
        }
        store = new SqliteStore(new MigratedDatabase(database), clock);
    }

    @AfterEach
    void close() {
        store.close();
        clock.stop();
    }

    /** Returns the scripts of the bundle in the order of their numbers; the first is that of release 0.30. */
    private static List<String> scripts() throws IOException, URISyntaxException {
        Path bundle = Path.of(DurableQueue.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<String> scripts = new ArrayList<>();
        try (Stream<Path> files = Files.list(bundle.resolve("migrations"))) {
            for (Path file : files.sorted(Comparator.comparing(Path::toString)).toList()) {
                scripts.add(Files.readString(file));
            }
        }
        return scripts;
    }

    /**
     * Inserts a message of account 7.
     *
     * @param recipients state, attempts, milliseconds until the next attempt, and the last reply
     */
    private static void insert(Statement statement, long n, String sender, String... recipients) throws Exception {
        statement.executeUpdate("INSERT INTO posting (n, account, blob, size, sender, created_at) VALUES (" + n
                + ", 7, zeroblob(32), 100, '" + sender + "', " + CREATED.toEpochMilli() + ")");
        for (int i = 0; i < recipients.length; i++) {
            statement.executeUpdate(
                    "INSERT INTO posting_recipient (posting, i, account, address, state, attempts, next_at, reply) SELECT "
                            + n + ", " + i + ", 7, 'r" + i + "@old.test', v.column1, v.column2, "
                            + CREATED.toEpochMilli() + " + v.column3, v.column4 FROM (VALUES " + recipients[i] + ") v");
        }
    }

    private <R> R read(Function<Sql, R> query) {
        return store.read(Scope.system(), snapshot -> query.apply(snapshot.sql()));
    }

    private QueueEntry entry(long n) {
        return read(sql -> QueueRows.find(sql, n)).orElseThrow();
    }

    private List<QueuedRecipient> recipients(long n) {
        return read(sql -> QueueRows.recipients(sql, List.of(n)));
    }

    @Test
    @Covers(value = "UPG-01", part = "queued messages")
    void messageKeepsItsEnvelopeAndItsTimes() {
        QueueEntry entry = entry(1);
        assertThat(entry.sender()).isEqualTo("ann@old.test");
        assertThat(entry.created()).isEqualTo(CREATED);
        assertThat(entry.due()).isEqualTo(CREATED);
        assertThat(entry.envelope().envelopeId()).isEmpty();
        assertThat(entry.envelope().content()).isEqualTo(ReturnContent.HEADERS);
        assertThat(entry.envelope().smtpUtf8() || entry.envelope().requireTls()).isFalse();
        assertThat(entry.copy()).isEqualTo(new QueueEntry.ForwardedCopy(0, Optional.empty(), false));
        assertThat(entry.key().bytes()).isEqualTo(DeliveryKey.ofPosting(1).bytes());
    }

    @Test
    @Covers(value = "UPG-01", part = "queued messages")
    void timeForDeliveryBeginsAtTheEndOfTheHold() {
        assertThat(entry(2).due()).isEqualTo(CREATED.plus(Duration.ofDays(6)));
        assertThat(entry(3).due()).as("attempted before").isEqualTo(CREATED);
        assertThat(entry(5).due()).as("waits for its task").isEqualTo(CREATED);
    }

    @Test
    @Covers(value = "UPG-01", part = "queued messages")
    void recipientsKeepTheirStates() {
        QueuedRecipient attempted = recipients(3).get(0);
        assertThat(attempted.attempts()).isEqualTo(3);
        assertThat(attempted.reply()).isEqualTo("451 4.4.0 No transport.");
        assertThat(attempted.reported() || attempted.delayReported()).isFalse();
        assertThat(attempted.recipient().notifications()).isEmpty();
        assertThat(recipients(4))
                .extracting(QueuedRecipient::state)
                .containsExactly(State.DELIVERED, State.FAILED, State.WAITING);
        assertThat(recipients(4))
                .as("0.30 reported each failure at once")
                .extracting(QueuedRecipient::reported)
                .containsExactly(true, true, false);
    }

    @Test
    @Covers(value = "UPG-01", part = "queued messages")
    void waitingRecipientsAreDueAtTheirTimes() {
        assertThat(due(CREATED)).containsExactly(1L);
        assertThat(due(CREATED.plus(Duration.ofHours(2)))).containsExactly(1L, 4L, 3L);
        assertThat(due(CREATED.plus(Duration.ofDays(6)))).containsExactly(1L, 4L, 3L, 5L, 2L);
    }

    private List<Long> due(Instant at) {
        return read(sql -> QueueRows.due(sql, at, 10)).stream()
                .map(QueuedRecipient::posting)
                .toList();
    }
}

package svc.health;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import svc.api.delivery.Envelope;
import svc.api.delivery.Envelope.Recipient;
import svc.api.delivery.OutgoingMail.Content;
import svc.api.delivery.ServerMail;
import svc.api.health.Finding;
import svc.api.health.HealthChecks;
import svc.api.health.HealthChecks.Result;
import svc.api.identity.Account;
import svc.api.store.StoreException;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testkit.FullStore;
import svc.testkit.InMemoryDirectory;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableMaintenance;
import svc.testkit.SettableWallClock;

/** Notices about failures of checks, round by round. */
final class FailureNoticesTest {

    private static final List<String> OPERATORS = List.of("ops@example.org", "ann@far.example");
    private static final Result WELL = new Result("storage", Finding.ok("space", "much is free"));
    private static final Result WARNED = new Result("storage", Finding.warn("space", "little is free", "Add a disk."));
    private static final Result FULL = new Result("storage", Finding.fail("space", "nothing is free", "Run `mend`."));
    private static final Result LOST = new Result("backup", Finding.fail("age", "no\nbackup", "Run `svc backup run`."));
    private static final Result STUCK = new Result("queue", Finding.fail("oldest", "it waits", "Run `svc queue`."));

    private static final Logger LOGGER = (Logger) LoggerFactory.getLogger(FailureNotices.class);

    @TempDir
    private Path folder;

    private final SettableWallClock clock = new SettableWallClock();
    private final InMemoryDirectory directory = new InMemoryDirectory();
    private final Postmaster postmaster = new Postmaster();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private SqliteStore store;
    private FullStore full;
    private final SettableMaintenance maintenance = new SettableMaintenance();
    private FailureNotices notices;

    /** The mail of the server, which can be impossible. */
    private static final class Postmaster implements ServerMail {

        private final List<String> domains = new ArrayList<>();
        private final List<Envelope> envelopes = new ArrayList<>();
        private final List<String> messages = new ArrayList<>();
        private boolean isOverQuota;
        private @Nullable IOException failure;

        @Override
        public Optional<String> send(String domain, Envelope envelope, Content content) throws IOException {
            if (failure != null) {
                throw failure;
            }
            if (isOverQuota) {
                return Optional.empty();
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            content.writeTo(bytes);
            domains.add(domain);
            envelopes.add(envelope);
            messages.add(bytes.toString(UTF_8).replace("\r\n", "\n"));
            return Optional.of("q1");
        }

        List<String> subjects() {
            return messages.stream()
                    .flatMap(String::lines)
                    .filter(line -> line.startsWith("Subject: "))
                    .map(line -> line.substring("Subject: svc on mail.example.org: ".length()))
                    .toList();
        }
    }

    @BeforeEach
    void open() {
        log.start();
        LOGGER.addAppender(log);
        store = new SqliteStore(
                new MigratedDatabase(MigratedDatabaseFixture.in(folder, SqliteStore.class, StoredRounds.class)), clock);
        full = new FullStore(store);
        directory.add(new Account(1, "o1", "ops@example.org", "Ops"));
        start(OPERATORS);
    }

    private void start(List<String> recipients) {
        notices = new FailureNotices(recipients, full, maintenance);
        notices.connect(new NoticeMail(postmaster, () -> "mail.example.org", directory, clock));
    }

    @AfterEach
    void close() {
        LOGGER.detachAppender(log);
        store.close();
    }

    private void round(Result... results) {
        clock.move(Duration.ofMinutes(15));
        notices.report(clock.now(), List.of(results));
    }

    private List<String> lines() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private List<Failure> stored() {
        return new StoredFailures(store).read();
    }

    @Test
    void aFailureAndItsEndAreMailedOnceToAllOperators() {
        round(WELL);
        round(FULL, LOST);
        round(FULL, LOST);
        round(WARNED, LOST);
        round(WELL, LOST);
        assertThat(postmaster.subjects()).containsExactly("2 checks fail", "1 failure is over");
        assertThat(postmaster.domains).containsOnly("example.org");
        assertThat(postmaster.envelopes).allSatisfy(envelope -> {
            assertThat(envelope.sender()).isEmpty();
            assertThat(envelope.recipients()).extracting(Recipient::address).containsExactlyElementsOf(OPERATORS);
        });
        assertThat(postmaster.messages.get(0))
                .contains("From: svc <postmaster@example.org>\nTo: ops@example.org, ann@far.example\n")
                .contains("Auto-Submitted: auto-generated\n", "Content-Type: text/plain")
                .contains("Health checks of mail.example.org at 2030-01-01T00:30:00Z\n")
                .contains("age, since 2030-01-01T00:30:00Z\n  no backup\n  Remedy: Run `svc backup run`.\n")
                .contains("space, since 2030-01-01T00:30:00Z\n  nothing is free\n  Remedy: Run `mend`.\n");
        assertThat(postmaster.messages.get(1))
                .contains("space, from 2030-01-01T00:30:00Z to 2030-01-01T01:00:00Z\n  nothing is free\n")
                .doesNotContain("Remedy", "\nage");
        assertThat(lines())
                .containsExactly(
                        "The check age fails: no\nbackup Run `svc backup run`.",
                        "The check space fails: nothing is free Run `mend`.",
                        "The check space does not fail any more: little is free");
        assertThat(stored()).extracting(Failure::check).containsExactly("age");
    }

    @Test
    void noticesWaitForTheEndOfAMaintenance() {
        maintenance.beginReadOnly();
        round(FULL, LOST);
        round(WELL, LOST);
        assertThat(postmaster.subjects()).isEmpty();
        maintenance.end();
        round(WELL, LOST);
        round(WELL, LOST);
        assertThat(postmaster.subjects()).containsExactly("1 check fails, 1 failure is over");
    }

    @Test
    void eachFailureOfACheckThatFlapsIsMailed() {
        round(FULL);
        round(WELL);
        round(FULL);
        round(WELL, LOST);
        assertThat(postmaster.subjects())
                .containsExactly(
                        "1 check fails", "1 failure is over", "1 check fails", "1 check fails, 1 failure is over");
    }

    @Test
    void aRestartNeitherRepeatsNorLosesANotice() {
        round(FULL);
        postmaster.isOverQuota = true;
        round(FULL, LOST);
        postmaster.isOverQuota = false;
        start(OPERATORS);
        round(FULL, LOST);
        start(OPERATORS);
        round(WELL, LOST);
        start(OPERATORS);
        round(WELL, LOST);
        assertThat(postmaster.subjects()).containsExactly("1 check fails", "1 check fails", "1 failure is over");
        assertThat(lines()).filteredOn(line -> line.contains(" fails: ")).hasSize(2);
    }

    @Test
    void aCheckThatIsMissingSkippedOrLateNeitherFailsNorIsOver() {
        round(FULL);
        round();
        round(new Result("storage", Finding.skipped("space", "it was not measured")));
        round(new Result("storage", Finding.warn("space", "it is late", "Wait.").with(HealthChecks.LATE)));
        round(FULL);
        assertThat(postmaster.subjects()).containsExactly("1 check fails");
        round(FULL, WELL);
        assertThat(postmaster.subjects()).hasSize(1);
    }

    @Test
    void theQueueIsOnlyInTheLog() {
        round(STUCK);
        round(STUCK);
        round(new Result("queue", Finding.ok("oldest", "it is empty")));
        assertThat(postmaster.messages).isEmpty();
        assertThat(lines())
                .containsExactly(
                        "The check oldest fails: it waits Run `svc queue`.",
                        "The check oldest does not fail any more: it is empty");
        assertThat(stored()).isEmpty();
    }

    @Test
    void withoutAddressesFailuresAreOnlyInTheLogUntilAnAddressIsConfigured() {
        start(List.of());
        round(FULL, LOST);
        round(FULL, LOST);
        round(WELL, LOST);
        assertThat(postmaster.messages).isEmpty();
        assertThat(lines()).hasSize(3);
        start(OPERATORS);
        round(WELL, LOST);
        assertThat(postmaster.messages).singleElement().asString().contains("age, since 2030-01-01T00:15:00Z");
    }

    @Test
    void whatCannotBeMailedIsLoggedOnceAndMailedLater() {
        postmaster.failure = new IOException("the disk is broken");
        round(FULL);
        round(FULL);
        postmaster.failure = null;
        postmaster.isOverQuota = true;
        round(WELL, LOST);
        round(WELL, LOST);
        assertThat(lines())
                .filteredOn(line -> line.contains("was not mailed"))
                .containsExactly(
                        "The notice about space was not mailed, and the next round tries again: java.io.IOException:"
                                + " the disk is broken",
                        "The notice about age was not mailed, and the next round tries again: example.org has no"
                                + " postmaster and no recipient has an account here, or the account that would send the"
                                + " mail is over quota");
        postmaster.isOverQuota = false;
        round(WELL, LOST);
        assertThat(postmaster.subjects()).containsExactly("1 check fails, 1 failure is over");
        assertThat(postmaster.messages.get(0)).contains("from 2030-01-01T00:15:00Z to 2030-01-01T00:45:00Z");
    }

    @Test
    void withoutAServiceForMailFailuresWait() {
        notices = new FailureNotices(OPERATORS, full, maintenance);
        round(FULL);
        assertThat(lines()).last().asString().contains("was not mailed", "no service that sends mail");
        notices.connect(new NoticeMail(postmaster, () -> "mail.example.org", directory, clock));
        round(FULL);
        assertThat(postmaster.subjects()).containsExactly("1 check fails");
    }

    @Test
    void afterAFailedWriteNothingIsRepeatedByTheSameProcessAndOneNoticeByTheNext() {
        full.setFull(true);
        assertThatThrownBy(() -> round(FULL)).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> round(FULL)).isInstanceOf(StoreException.class);
        assertThat(postmaster.subjects()).containsExactly("1 check fails");
        start(OPERATORS);
        full.setFull(false);
        round(FULL);
        round(FULL);
        assertThat(postmaster.subjects()).containsExactly("1 check fails", "1 check fails");
        assertThat(stored())
                .singleElement()
                .satisfies(failure -> assertThat(failure.isMailed()).isTrue());
    }

    @Test
    void oneMessageHasAHundredFailuresAndTheNextRoundReportsTheOthers() {
        Result[] many = IntStream.range(0, FailureNotices.MOST + 1)
                .mapToObj(n -> new Result("x", Finding.fail("check-" + n, "broken", "Run `mend`.")))
                .toArray(Result[]::new);
        round(many);
        round(many);
        round(many);
        assertThat(postmaster.subjects()).containsExactly("100 checks fail", "1 check fails");
    }

    @Test
    void endsThatCannotBeMailedForAMonthAreForgotten() {
        postmaster.isOverQuota = true;
        round(FULL);
        round(WELL);
        clock.move(StoredRounds.KEPT);
        round(WELL);
        assertThat(stored()).isEmpty();
    }

    @Test
    void theDomainIsThatOfARecipientOrOfTheHostOrTheFirstOne() {
        Account far = new Account(2, "o2", "bob@aaa.test", "Bob");
        directory.add(far);
        start(List.of("ops@elsewhere.example"));
        round(FULL);
        directory.remove(new Account(1, "o1", "ops@example.org", "Ops"));
        round(WELL);
        directory.remove(far);
        round(FULL);
        assertThat(postmaster.domains).containsExactly("example.org", "aaa.test");
        assertThat(lines()).last().asString().contains("the server has no domain");
        assertThat(clock.now()).isEqualTo(Instant.parse("2030-01-01T00:45:00Z"));
    }
}

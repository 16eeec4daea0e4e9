package svc.backup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.engine.ScopeKey;
import svc.api.erasure.ErasedAccount;
import svc.api.health.Finding;
import svc.api.health.Finding.Status;
import svc.api.identity.Account;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.backup.format.DamagedObjectException;
import svc.backup.format.ErasureRecord;
import svc.backup.outcome.BackupOutcomes;
import svc.backup.outcome.Drills;
import svc.backup.prune.Retention;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testclock.AdvanceableClock;
import svc.testkit.Covers;
import svc.testkit.MigratedDatabaseFixture;

/** The records of erased accounts: from the erasure to the repository, and until no run contains the account. */
final class ErasedAccountsTest {

    private static final Retention NEWEST = new Retention(1, 0, 0, 0);

    @TempDir
    Path temp;

    private final MemoryTarget target = new MemoryTarget();
    private final Fixture fixture = new Fixture(target);
    private final AdvanceableClock storeClock = new AdvanceableClock();
    private SqliteStore store;
    private ErasedAccounts erased;
    private BackupOutcomes outcomes;
    private int accounts;

    @BeforeEach
    void open() {
        store = new SqliteStore(
                new MigratedDatabase(MigratedDatabaseFixture.in(temp, SqliteStore.class, ErasedAccounts.class)),
                storeClock);
        erased = new ErasedAccounts(store);
        outcomes = new BackupOutcomes(store, fixture.clock);
    }

    @AfterEach
    void close() {
        store.close();
        storeClock.stop();
    }

    private long account() {
        return store.write(Scope.system(), tx -> tx.createAccount("o1", "ann" + ++accounts));
    }

    private void erase(long account) {
        ErasedAccount who = new ErasedAccount(new Account(account, "o1", "ann@example.org", "Ann"), Set.of());
        store.write(
                Scope.account(new ScopeKey(), account),
                tx -> new BackupErasure(fixture.clock).erase(who, tx, () -> true));
    }

    private String erased() {
        long account = account();
        erase(account);
        return ObjectId.format(Account.LETTER, account);
    }

    private List<String> recorded() throws IOException {
        return ErasureRecord.all(fixture.repository).stream()
                .map(ErasureRecord::account)
                .toList();
    }

    private Finding finding() {
        Repositories repositories = new Repositories(temp, new Configured("/backup"), fixture.json, fixture.clock);
        return new BackupResultCheck(repositories, outcomes, Optional::empty, erased, new Drills(store), fixture.clock)
                .run()
                .get(0);
    }

    @Test
    void anErasureIsPendingUntilTheRepositoryHasARecord() throws IOException {
        assertThat(erased.pending()).isEmpty();
        Instant first = fixture.clock.now();
        long account = account();
        erase(account);
        fixture.clock.leap(Duration.ofMinutes(1));
        erase(account); // The job begins again.
        String other = erased();
        assertThat(erased.pending())
                .contains(new ErasedAccounts.Pending(2, Instant.ofEpochMilli(first.toEpochMilli())));
        FaultyTarget unreachable = new FaultyTarget(target, 5, FaultyTarget.Fault.KILLED_AFTER);
        Fixture broken = fixture.in(unreachable);
        assertThatThrownBy(() -> erased.record(broken.repository)).isInstanceOf(IOException.class);
        assertThat(erased.pending()).as("nothing is forgotten").isPresent();
        erased.record(fixture.repository);
        assertThat(recorded()).containsExactlyInAnyOrder(ObjectId.format(Account.LETTER, account), other);
        assertThat(erased.pending()).isEmpty();
        assertThat(fixture.verify().problems()).isEmpty();
    }

    @Test
    void manyErasuresAreRecordedInPortions() throws IOException {
        for (int i = 0; i < 801; i++) {
            erased();
        }
        erased.record(fixture.repository);
        assertThat(recorded()).hasSize(801);
        assertThat(erased.pending()).isEmpty();
    }

    @Test
    @Covers("DOC-02")
    void theDoctorWarnsOfErasuresWithoutARecord() throws IOException {
        erased();
        outcomes.observe(() -> fixture.run(List.of()), () -> false);
        assertThat(finding().status()).isEqualTo(Status.OK);
        fixture.clock.leap(Duration.ofHours(2));
        assertThat(finding().status()).isEqualTo(Status.WARN);
        assertThat(finding().detail()).contains("1 erased accounts");
        assertThatThrownBy(() -> outcomes.observe(
                        () -> {
                            throw new IOException("the disk is full");
                        },
                        () -> false))
                .isInstanceOf(IOException.class);
        assertThat(finding().status()).isEqualTo(Status.FAIL);
        assertThat(finding().detail()).contains("the disk is full", "1 erased accounts");
        erased.record(fixture.repository);
        outcomes.observe(() -> fixture.run(List.of()), () -> false);
        assertThat(finding().status()).isEqualTo(Status.OK);
        assertThat(new BackupResultCheck(
                                new Repositories(temp, new Configured(""), fixture.json, fixture.clock),
                                outcomes,
                                Optional::empty,
                                erased,
                                new Drills(store),
                                fixture.clock)
                        .run())
                .extracting(Finding::status)
                .containsOnly(Status.SKIPPED);
    }

    @Test
    void recordsAreKeptAsLongAsARunContainsTheAccount() throws IOException {
        fixture.run(List.of());
        fixture.clock.leap(Duration.ofHours(1));
        String account = erased();
        erased.record(fixture.repository);
        fixture.clock.leap(Duration.ofDays(2));
        fixture.run(List.of());
        fixture.prune(NEWEST);
        assertThat(recorded()).as("the first run is only marked").containsExactly(account);
        fixture.clock.leap(Duration.ofDays(2));
        fixture.prune(NEWEST);
        assertThat(fixture.repository.runs()).hasSize(1);
        assertThat(recorded()).isEmpty();
    }

    @Test
    void verificationFindsARecordThatWasChangedOrRenamed() throws IOException {
        String object = "erased/" + erased();
        erased.record(fixture.repository);
        fixture.repository.write("erased/a8", "{\"account\":\"a9\",\"time\":\"2026-11-27T00:00:00Z\"}".getBytes(UTF_8));
        byte[] changed = requireNonNull(target.objects().get(object)).clone();
        changed[20] ^= 1;
        target.objects().put(object, changed);
        assertThat(fixture.verify().problems())
                .extracting(problem -> problem.object())
                .containsExactlyInAnyOrder(object, "erased/a8");
        assertThatThrownBy(() -> ErasureRecord.all(fixture.repository)).isInstanceOf(DamagedObjectException.class);
    }
}

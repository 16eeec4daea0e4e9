package svc.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import svc.api.audit.Actor;
import svc.api.audit.AuditEvent;
import svc.api.audit.AuditEvent.Outcome;
import svc.api.audit.AuditEvent.Target;
import svc.api.engine.ScopeKey;
import svc.api.erasure.ErasedAccount;
import svc.api.identity.Account;
import svc.api.operation.OperationException;
import svc.api.operation.Page;
import svc.api.operation.PageRequest;
import svc.api.store.Scope;
import svc.audit.AuditEntryView.Named;
import svc.json.JacksonJson;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testclock.AdvanceableClock;
import svc.testkit.Eventually;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableWallClock;

class StoredAuditLogTest {

    private static final int ENOUGH = 500;

    @TempDir
    Path directory;

    private final AdvanceableClock clock = new AdvanceableClock();
    private SqliteStore store;
    private StoredAuditLog audit;
    private AuditOperations operations;

    @BeforeEach
    void open() {
        store = new SqliteStore(
                new MigratedDatabase(MigratedDatabaseFixture.in(directory, SqliteStore.class, StoredAuditLog.class)),
                clock);
        audit = new StoredAuditLog(store, clock, new JacksonJson());
        operations = new AuditOperations(audit);
    }

    @AfterEach
    void close() {
        store.close();
        clock.stop();
    }

    private static AuditEvent act(String action, long organization) {
        return new AuditEvent(
                Actor.adminToken("192.0.2.7"),
                action,
                organization,
                Optional.of(new Target("tenant", "t1")),
                Outcome.DONE,
                Map.of("plan", "standard"));
    }

    private Page<AuditEntryView> all() {
        return operations.list(null, new PageRequest(ENOUGH, ""));
    }

    @Test
    void entryRecordsActorActionTargetAddressAndOutcome() {
        audit.record(act("tenant.update", 1));
        AuditEntryView entry = all().items().get(0);
        assertThat(entry.at()).isLessThanOrEqualTo(clock.now().toString());
        assertThat(entry)
                .isEqualTo(new AuditEntryView(
                        "e1",
                        entry.at(),
                        "t1",
                        new Named("admin-token", null),
                        "192.0.2.7",
                        "tenant.update",
                        new Named("tenant", "t1"),
                        "done",
                        Map.of("plan", "standard")));
    }

    @Test
    void entryIsWrittenInTheTransactionOfItsAction() {
        long n = store.write(Scope.system(), tx -> tx.createAccount("t1", "ann@example.org"));
        Scope ann = Scope.account(new ScopeKey(), n);
        store.write(ann, tx -> {
            audit.record(tx, act("thing.make", 1));
            return 1;
        });
        assertThatThrownBy(() -> store.write(ann, tx -> {
                    audit.record(tx, act("thing.break", 1));
                    throw new IllegalStateException("undone");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(all().items()).extracting(AuditEntryView::action).containsExactly("thing.make");
    }

    @Test
    void erasureKeepsOnlyTheIdOfAnAccount() {
        long n = store.write(Scope.system(), tx -> tx.createAccount("t1", "ann@example.org"));
        Account ann = new Account(n, "t1", "ann@example.org", "Ann Canary");
        Account bob = new Account(n + 1, "t1", "bob@example.org", "Bob");
        Map<String, String> details = Map.of("email", "canary@example.org", "name", "Ann Canary");
        Target target = new Target("account", ann.id());
        audit.record(
                new AuditEvent(Actor.console("root"), "account.create", 1, Optional.of(target), Outcome.DONE, details));
        audit.record(new AuditEvent(
                Actor.account(ann, "192.0.2.99"), "account.sign-in", 1, Optional.of(target), Outcome.DONE, Map.of()));
        audit.record(new AuditEvent(
                Actor.account(bob, "192.0.2.98"), "account.sign-in", 1, Optional.empty(), Outcome.DONE, details));
        assertThat(all().toString()).contains("*@example.org").doesNotContain("canary@");
        AuditErasure erasure = new AuditErasure();
        assertThat(erasure.namespace()).isEqualTo("audit");
        store.write(Scope.account(new ScopeKey(), n), tx -> {
            erasure.finish(tx);
            return erasure.erase(new ErasedAccount(ann, Set.of("ann@example.org")), tx, () -> true);
        });
        List<AuditEntryView> left = all().items();
        assertThat(left)
                .extracting(AuditEntryView::action)
                .contains("account.create")
                .hasSize(3);
        assertThat(left.subList(1, 3).toString())
                .contains(ann.id())
                .doesNotContain("Ann Canary", "example.org", "192.0.2.99");
        assertThat(left.get(0).toString()).contains("Ann Canary", "192.0.2.98");
    }

    @Test
    void pagesContinueAtTheCursorAndTenantsAreSeparate() {
        for (int i = 0; i < 25; i++) {
            audit.record(act("act." + i, i % 2));
        }
        List<String> seen = new ArrayList<>();
        String cursor = "";
        do {
            Page<AuditEntryView> page = operations.list("t1", new PageRequest(5, cursor));
            assertThat(page.total()).isEqualTo(12);
            page.items().forEach(entry -> seen.add(entry.action()));
            cursor = Objects.requireNonNullElse(page.next(), "");
            audit.record(act("act.late", 0));
        } while (!cursor.isEmpty());
        assertThat(seen)
                .containsExactlyElementsOf(IntStream.range(0, 12)
                        .mapToObj(i -> "act." + (23 - 2 * i))
                        .toList());
        assertThat(all().items()).filteredOn(entry -> entry.tenant() == null).hasSize(13 + 3);
    }

    @Test
    void rejectsInvalidArgumentsByName() {
        assertThatThrownBy(() -> operations.list(null, new PageRequest(0, "")))
                .isInstanceOf(OperationException.class)
                .hasMessageStartingWith("limit ");
        assertThatThrownBy(() -> operations.list(null, new PageRequest(1, "x")))
                .isInstanceOf(OperationException.class)
                .hasMessageStartingWith("cursor ");
        assertThatThrownBy(() -> operations.list("example", new PageRequest(1, "")))
                .isInstanceOf(OperationException.class)
                .hasMessageStartingWith("tenant ");
    }

    @Test
    void truncatedDetailIsNotMistakenForAnAddress() {
        String many = "ann.canary@example.org, ".repeat(100);
        for (int at = 0; at < 24; at++) {
            audit.record(new AuditEvent(
                    Actor.SYSTEM, "act", 0, Optional.empty(), Outcome.DONE, Map.of("to", "x".repeat(at) + " " + many)));
        }
        assertThat(all().toString()).contains("*@example.org, *@example.org").doesNotContain("ann");
    }

    @Test
    @Timeout(30)
    void entrySizeIsLimited() {
        Map<String, String> details = new LinkedHashMap<>();
        IntStream.range(0, 100).forEach(i -> details.put("k" + i + "y".repeat(1_000), "v".repeat(1_000_000)));
        audit.record(new AuditEvent(
                Actor.SYSTEM,
                "a".repeat(1_000),
                0,
                Optional.of(new Target("kind", "😀".repeat(1_000))),
                Outcome.FAILED,
                details));
        assertThat(all().items().get(0).toString()).hasSizeLessThan(10_000);
    }

    @Test
    void failedAuditWriteDoesNotUndoTheAction() {
        store.close();
        audit.record(act("tenant.update", 1));
    }

    @Test
    void entriesAreRemovedAfterAYear() throws Exception {
        SettableWallClock past = new SettableWallClock();
        StoredAuditLog then = new StoredAuditLog(store, past, new JacksonJson());
        past.move(Duration.between(past.now(), clock.now()).minus(AuditSweep.KEPT));
        for (int i = 0; i < 450; i++) {
            then.record(act("act.old", 0));
        }
        past.move(Duration.ofHours(3));
        then.record(act("act.young", 0));
        assertThat(all().total()).isEqualTo(451);
        AuditSweep sweep = new AuditSweep((name, time) -> Optional.of(() -> {}), store, clock);
        clock.advance(Duration.ofHours(2));
        Eventually.until("one entry left", () -> all().total() == 1);
        assertThat(all().items()).extracting(AuditEntryView::action).containsExactly("act.young");
        sweep.stop();
    }
}

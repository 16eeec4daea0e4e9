package svc.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import svc.api.audit.Act;
import svc.api.audit.Act.Outcome;
import svc.api.audit.Act.Target;
import svc.api.audit.Actor;
import svc.api.engine.ScopeKey;
import svc.api.erasure.Erased;
import svc.api.identity.Account;
import svc.api.operation.OperationProblem;
import svc.api.operation.Page;
import svc.api.store.Scope;
import svc.audit.EntryView.Named;
import svc.audit.ListAudit.Arguments;
import svc.json.JacksonJson;
import svc.store.sqlite.MigratedDatabase;
import svc.store.sqlite.SqliteStore;
import svc.testclock.MovedClock;
import svc.testkit.Patience;
import svc.testkit.ScriptedDatabase;
import svc.testkit.SetClock;

class StoredAuditTest {

    private static final int ENOUGH = 500;

    @TempDir
    Path directory;

    private final MovedClock clock = new MovedClock();
    private SqliteStore store;
    private StoredAudit audit;
    private ListAudit list;

    @BeforeEach
    void open() {
        store = new SqliteStore(
                new MigratedDatabase(ScriptedDatabase.in(directory, SqliteStore.class, StoredAudit.class)), clock);
        audit = new StoredAudit(store, clock, new JacksonJson());
        list = new ListAudit(audit);
    }

    @AfterEach
    void close() {
        store.close();
        clock.stop();
    }

    private static Act act(String action, long organization) {
        return new Act(
                Actor.adminToken("192.0.2.7"),
                action,
                organization,
                Optional.of(new Target("tenant", "t1")),
                Outcome.DONE,
                Map.of("plan", "standard"));
    }

    private Page<EntryView> all() {
        return list.run(new Arguments(null, ENOUGH, null));
    }

    @Test
    void anEntryTellsWhoDidWhatToWhomFromWhereAndWhatBecameOfIt() {
        audit.record(act("tenant.update", 1));
        EntryView entry = all().items().get(0);
        assertThat(entry.at()).isLessThanOrEqualTo(clock.now().toString());
        assertThat(entry)
                .isEqualTo(new EntryView(
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
    void anEntryStandsAndFallsWithTheTransactionOfItsAct() {
        long n = store.write(Scope.system(), tx -> tx.enrol("t1", "ann@example.org"));
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
        assertThat(all().items()).extracting(EntryView::action).containsExactly("thing.make");
    }

    @Test
    void ofAnErasedAccountOnlyItsIdStays() {
        long n = store.write(Scope.system(), tx -> tx.enrol("t1", "ann@example.org"));
        Account ann = new Account(n, "t1", "ann@example.org", "Ann Canary");
        Account bob = new Account(n + 1, "t1", "bob@example.org", "Bob");
        Map<String, String> details = Map.of("email", "canary@example.org", "name", "Ann Canary");
        Target target = new Target("account", ann.id());
        audit.record(new Act(Actor.console("root"), "account.create", 1, Optional.of(target), Outcome.DONE, details));
        audit.record(new Act(
                Actor.account(ann, "192.0.2.99"), "account.sign-in", 1, Optional.of(target), Outcome.DONE, Map.of()));
        audit.record(new Act(
                Actor.account(bob, "192.0.2.98"), "account.sign-in", 1, Optional.empty(), Outcome.DONE, details));
        assertThat(all().toString()).contains("*@example.org").doesNotContain("canary@");
        AuditErasure erasure = new AuditErasure();
        assertThat(erasure.namespace()).isEqualTo("audit");
        store.write(Scope.account(new ScopeKey(), n), tx -> {
            erasure.end(tx);
            return erasure.erase(new Erased(ann, Set.of("ann@example.org")), tx, () -> true);
        });
        List<EntryView> left = all().items();
        assertThat(left)
                .extracting(EntryView::action)
                .contains("account.create")
                .hasSize(3);
        assertThat(left.subList(1, 3).toString())
                .contains(ann.id())
                .doesNotContain("Ann Canary", "example.org", "192.0.2.99");
        assertThat(left.get(0).toString()).contains("Ann Canary", "192.0.2.98");
    }

    @Test
    void partsGoOnWhereTheLastOneEndedAndOrganizationsStayApart() {
        for (int i = 0; i < 25; i++) {
            audit.record(act("act." + i, i % 2));
        }
        List<String> seen = new ArrayList<>();
        String cursor = null;
        do {
            Page<EntryView> page = list.run(new Arguments("t1", 5, cursor));
            assertThat(page.total()).isEqualTo(12);
            page.items().forEach(entry -> seen.add(entry.action()));
            cursor = page.next();
            audit.record(act("act.late", 0));
        } while (cursor != null);
        assertThat(seen)
                .containsExactlyElementsOf(IntStream.range(0, 12)
                        .mapToObj(i -> "act." + (23 - 2 * i))
                        .toList());
        assertThat(all().items()).filteredOn(entry -> entry.tenant() == null).hasSize(13 + 3);
    }

    @Test
    void badArgumentsAreRefusedByName() {
        assertThatThrownBy(() -> list.run(new Arguments(null, 0, null)))
                .isInstanceOf(OperationProblem.class)
                .hasMessageStartingWith("limit ");
        assertThatThrownBy(() -> list.run(new Arguments(null, 1, "x")))
                .isInstanceOf(OperationProblem.class)
                .hasMessageStartingWith("cursor ");
        assertThatThrownBy(() -> list.run(new Arguments("example", 1, null)))
                .isInstanceOf(OperationProblem.class)
                .hasMessageStartingWith("tenant ");
    }

    @Test
    void anAddressIsNotTakenForAnotherTextBecauseItIsCut() {
        String many = "ann.canary@example.org, ".repeat(100);
        for (int at = 0; at < 24; at++) {
            audit.record(new Act(
                    Actor.SYSTEM, "act", 0, Optional.empty(), Outcome.DONE, Map.of("to", "x".repeat(at) + " " + many)));
        }
        assertThat(all().toString()).contains("*@example.org, *@example.org").doesNotContain("ann");
    }

    @Test
    @Timeout(30)
    void anEntryIsBounded() {
        Map<String, String> details = new LinkedHashMap<>();
        IntStream.range(0, 100).forEach(i -> details.put("k" + i + "y".repeat(1_000), "v".repeat(1_000_000)));
        audit.record(new Act(
                Actor.SYSTEM,
                "a".repeat(1_000),
                0,
                Optional.of(new Target("kind", "😀".repeat(1_000))),
                Outcome.FAILED,
                details));
        assertThat(all().items().get(0).toString()).hasSizeLessThan(10_000);
    }

    @Test
    void anActThatHappenedIsNotUndoneByAnAuditThatCannotWrite() {
        store.close();
        audit.record(act("tenant.update", 1));
    }

    @Test
    void entriesGoAfterAYear() throws Exception {
        SetClock past = new SetClock();
        StoredAudit then = new StoredAudit(store, past, new JacksonJson());
        past.move(Duration.between(past.now(), clock.now()).minus(AuditSweep.KEPT));
        for (int i = 0; i < 450; i++) {
            then.record(act("act.old", 0));
        }
        past.move(Duration.ofHours(3));
        then.record(act("act.young", 0));
        assertThat(all().total()).isEqualTo(451);
        AuditSweep sweep = new AuditSweep(store, clock);
        clock.advance(Duration.ofHours(2));
        Patience.until("one entry left", () -> all().total() == 1);
        assertThat(all().items()).extracting(EntryView::action).containsExactly("act.young");
        sweep.stop();
    }
}

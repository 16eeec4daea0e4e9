package svc.auth.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.identity.Account;
import svc.api.identity.ShareNotifications.RightsChange;
import svc.api.metrics.Histogram;
import svc.api.metrics.MetricSink;
import svc.api.operation.AuditRecorder;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.Page;
import svc.api.operation.PageRequest;
import svc.api.store.State;
import svc.auth.operations.ShareOperations;
import svc.auth.operations.ShareOperations.ShareView;
import svc.testkit.SettableWallClock;

/** The operations {@code svc share list} and {@code svc share revoke}. */
class OperatorSharesTest {

    private static final PageRequest ALL = new PageRequest(500, "");

    @TempDir
    Path directory;

    private SharedFolders folders;
    private ShareOperations operations;
    /** A set, because transactions run twice in tests. */
    private final Set<RightsChange> notified = new LinkedHashSet<>();

    private Account ann;
    private Account bob;
    private Account eve;

    @BeforeEach
    void open() {
        folders = new SharedFolders(directory, new SettableWallClock());
        ann = folders.fixture.account("ann@example.org");
        bob = folders.fixture.account("bob@example.org");
        eve = folders.fixture.account("eve@example.com");
        operations = new ShareOperations(
                new OperatorShares(
                        folders.fixture.identities,
                        folders.shares,
                        folders,
                        (tx, account, change) -> notified.add(change)),
                folders.fixture.identities,
                folders.fixture.jobs);
    }

    @AfterEach
    void close() {
        folders.fixture.close();
    }

    private ShareView revoke(String account, long folder, String principal) {
        return operations.revoke(account, SharedFolders.id(folder), principal, AuditRecorder.NONE);
    }

    private Page<ShareView> list(@Nullable String account, @Nullable String tenant, PageRequest page) {
        return operations.list(page, account, tenant);
    }

    @Test
    void listsTheSharesOfAllOwnersOfOneAndOfATenant() {
        String group = folders.group("Sales");
        long plans = folders.create(bob, "Plans");
        long notes = folders.create(ann, "Notes");
        folders.share(bob, plans, ann.id(), group);
        folders.share(ann, notes, bob.id());
        folders.share(
                eve,
                folders.create(eve, "Other"),
                folders.fixture.account("fay@example.com").id());
        assertThat(list(null, null, ALL).items()).hasSize(4);
        assertThat(list(null, bob.organization(), ALL).items()).hasSize(3);
        Page<ShareView> ofBob = list("bob@example.org", null, ALL);
        assertThat(ofBob.total()).isEqualTo(2);
        assertThat(ofBob.items())
                .containsExactlyInAnyOrder(
                        view(bob, plans, "Plans", ann.id(), "ann@example.org"),
                        view(bob, plans, "Plans", group, "Sales"));
        assertThat(list(ann.id(), eve.organization(), ALL).items()).isEmpty();
    }

    private static ShareView view(Account owner, long folder, String name, String principal, String label) {
        return new ShareView(
                owner.id(),
                owner.email(),
                SharedFolders.TYPE,
                SharedFolders.id(folder),
                name,
                principal,
                label,
                List.of("mayRead", "mayWrite"));
    }

    @Test
    void pagesEndAndFollowEachOther() {
        for (int i = 0; i < 5; i++) {
            folders.share(bob, folders.create(bob, "Folder " + i), ann.id());
        }
        List<ShareView> found = new ArrayList<>();
        String cursor = "";
        int pages = 0;
        for (String next = ""; next != null; pages++, cursor = next == null ? "" : next) {
            Page<ShareView> page = list(null, null, new PageRequest(2, cursor));
            assertThat(page.total()).isEqualTo(5);
            found.addAll(page.items());
            next = page.next();
        }
        assertThat(pages).isEqualTo(3);
        assertThat(found).isEqualTo(list(null, null, new PageRequest(5, "")).items());
        assertThat(list(null, null, new PageRequest(5, "")).next()).isNull();
        for (String bad : List.of("x", "a1/Folder/7", "a1/Folder/x/a2", "b1/Folder/7/a2", "a1/Folder/7/a2/")) {
            refused(Reason.INVALID, () -> list(null, null, new PageRequest(5, bad)));
        }
        refused(Reason.NOT_FOUND, () -> list("a999", null, ALL));
        refused(Reason.NOT_FOUND, () -> list(null, "t999", ALL));
    }

    private static OperationException refused(Reason reason, Runnable run) {
        List<OperationException> thrown = new ArrayList<>();
        assertThatExceptionOfType(OperationException.class).isThrownBy(run::run).satisfies(problem -> {
            assertThat(problem.reason()).isEqualTo(reason);
            thrown.add(problem);
        });
        return thrown.get(0);
    }

    @Test
    void revokedShareEndsAtOnceAndTheOwnerSeesTheChange() {
        long plans = folders.create(bob, "Plans");
        long notes = folders.create(bob, "Notes");
        folders.share(bob, plans, ann.id());
        folders.share(bob, notes, ann.id());
        State before = folders.state(bob);
        Set<String> audited = new LinkedHashSet<>();
        ShareView ended = operations.revoke(
                "bob@example.org",
                SharedFolders.id(plans),
                "ann@example.org",
                (tx, tenant, id) -> audited.add(tenant + " " + id));
        assertThat(ended).isEqualTo(view(bob, plans, "Plans", ann.id(), "ann@example.org"));
        assertThat(folders.seenBy(ann)).containsExactly(notes);
        assertThat(folders.updated(bob, before)).containsExactly(plans);
        assertThat(audited).containsExactly(bob.organization() + " " + bob.id());
        Map<String, Boolean> rights = Map.of("mayRead", true, "mayWrite", true, "mayShare", false);
        assertThat(notified)
                .containsExactly(
                        new RightsChange(null, SharedFolders.TYPE, SharedFolders.id(plans), rights, null, "Plans"));
        assertThat(list("bob@example.org", null, ALL).total()).isEqualTo(1);
        revoke(bob.id(), notes, ann.id());
        assertThat(folders.seenBy(ann)).isEmpty();
    }

    @Test
    void shareWithAGroupEndsWithoutANotification() {
        String group = folders.group("Sales", ann);
        long plans = folders.create(bob, "Plans");
        folders.share(bob, plans, group);
        assertThat(folders.seenBy(ann)).containsExactly(plans);
        revoke(bob.id(), plans, group);
        assertThat(folders.seenBy(ann)).isEmpty();
        assertThat(notified).isEmpty();
    }

    @Test
    void whatIsNotSharedIsRefusedAndNothingChanges() {
        long plans = folders.create(bob, "Plans");
        long notes = folders.create(bob, "Notes");
        folders.share(bob, plans, ann.id());
        State before = folders.state(bob);
        assertThat(refused(Reason.NOT_FOUND, () -> revoke(bob.id(), notes, ann.id())))
                .hasMessage("The account bob@example.org does not share k" + Long.toString(notes, 36) + " with "
                        + ann.id() + ". svc share list --account " + bob.id() + " shows what it shares.");
        refused(Reason.NOT_FOUND, () -> revoke(bob.id(), plans, eve.id()));
        refused(Reason.NOT_FOUND, () -> revoke(bob.id(), plans, "unknown@example.org"));
        refused(Reason.NOT_FOUND, () -> revoke(ann.id(), plans, bob.id()));
        refused(Reason.NOT_FOUND, () -> revoke("a999", plans, ann.id()));
        refused(Reason.NOT_FOUND, () -> operations.revoke(bob.id(), "f1", ann.id(), AuditRecorder.NONE));
        assertThat(folders.seenBy(ann)).containsExactly(plans);
        assertThat(folders.updated(bob, before)).isEmpty();
    }

    @Test
    void shareOfAContainerThatDoesNotExistCanBeRevoked() {
        folders.share(bob, 999, ann.id());
        assertThat(list(null, null, ALL).items())
                .singleElement()
                .satisfies(share -> assertThat(share.name()).isNull());
        revoke(bob.id(), 999, ann.id());
        assertThat(list(null, null, ALL).items()).isEmpty();
    }

    @Test
    void containerOfATypeThatIsSwitchedOffIsNamedByItsNumber() {
        long plans = folders.create(bob, "Plans");
        folders.share(bob, plans, ann.id());
        folders.switchedOff = Set.of(bob.n());
        ShareView share = list(null, null, ALL).items().get(0);
        assertThat(share.containerId()).isEqualTo(String.valueOf(plans));
        State before = folders.state(bob);
        operations.revoke(bob.id(), share.containerId(), ann.id(), AuditRecorder.NONE);
        assertThat(folders.updated(bob, before)).containsExactly(plans);
        assertThat(notified).isEmpty();
    }

    private List<String> counted() {
        List<String> counters = new ArrayList<>();
        folders.shares.collect(new MetricSink() {
            @Override
            public void counter(String name, String help, long value, String... labels) {
                counters.add(name + " " + value);
            }

            @Override
            public void gauge(String name, String help, double value, String... labels) {}

            @Override
            public void histogram(String name, String help, Histogram timings, String... labels) {}
        });
        return counters;
    }

    @Test
    void changesOfSharesAreCounted() {
        long plans = folders.create(bob, "Plans");
        folders.share(bob, plans);
        assertThat(counted()).as("nothing was shared").containsExactly("share_changes_total 0");
        folders.share(bob, plans, ann.id());
        folders.share(bob, plans, ann.id());
        revoke(bob.id(), plans, ann.id());
        assertThat(counted()).containsExactly("share_changes_total 3");
    }

    @Test
    void repairIsAJob() {
        assertThat(operations.repair().job().kind()).isEqualTo(ShareRepair.NAME);
        assertThat(folders.fixture.jobs.added).containsExactly("share-repair all");
    }
}

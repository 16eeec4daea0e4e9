package svc.auth.directory;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.health.Finding;
import svc.api.identity.Account;
import svc.api.operation.AuditRecorder;
import svc.api.schema.SchemaInfo;
import svc.api.store.State;
import svc.store.sqlite.writer.StoreErasure;
import svc.testkit.SettableWallClock;

/** Shares end when their owner or their principal is deleted, and the owners see the change. */
class ShareRepairTest {

    @TempDir
    Path directory;

    private SharedFolders folders;
    private ShareRepair repair;
    private StoredGroups groups;
    private Account ann;
    private Account bob;
    private Account cyd;

    @BeforeEach
    void open() {
        folders = new SharedFolders(directory, new SettableWallClock());
        repair = new ShareRepair(folders.fixture.store, folders.fixture.identities, folders.shares);
        groups = new StoredGroups(folders.fixture.identities);
        ann = folders.fixture.account("ann@example.org");
        bob = folders.fixture.account("bob@example.org");
        cyd = folders.fixture.account("cyd@example.org");
    }

    @AfterEach
    void close() {
        folders.fixture.close();
    }

    private void delete(String group) {
        groups.delete(group, folders.fixture.jobs, AuditRecorder.NONE);
    }

    private long left() {
        return folders.fixture.count("container_share");
    }

    /** Shares new folders of Bob and Cyd with a principal. */
    private Map<Account, Set<Long>> shareMany(String principal, int ofBob, int ofCyd) {
        Map<Account, Set<Long>> shared = Map.of(bob, new LinkedHashSet<>(), cyd, new LinkedHashSet<>());
        Map.of(bob, ofBob, cyd, ofCyd).forEach((owner, count) -> {
            for (int i = 0; i < count; i++) {
                long folder = folders.create(owner, "Folder " + i);
                folders.share(owner, folder, principal);
                requireNonNull(shared.get(owner)).add(folder);
            }
        });
        return shared;
    }

    @Test
    void membersOfADeletedGroupLoseAccessAtOnceAndAJobTellsAllOwners() {
        String group = folders.group("Sales", ann);
        Map<Account, Set<Long>> shared = shareMany(group, 70, 50);
        long kept = folders.create(bob, "Kept");
        folders.share(bob, kept, ann.id());
        State ofBob = folders.state(bob);
        State ofCyd = folders.state(cyd);
        assertThat(folders.seenBy(ann)).hasSizeGreaterThan(70);
        delete(group);
        assertThat(folders.seenBy(ann)).as("before the job").containsExactly(kept);
        assertThat(folders.fixture.jobs.added).containsExactly("share-repair " + group);
        List<String> reports = new ArrayList<>();
        repair.run(group, reports::add);
        assertThat(reports).containsExactly("50 shares ended", "100 shares ended", "120 shares ended");
        assertThat(folders.updated(bob, ofBob)).containsExactlyInAnyOrderElementsOf(shared.get(bob));
        assertThat(folders.updated(cyd, ofCyd)).containsExactlyInAnyOrderElementsOf(shared.get(cyd));
        assertThat(left()).isEqualTo(1);
        assertThat(folders.seenBy(ann)).containsExactly(kept);
    }

    @Test
    void interruptedJobIsContinuedByItsNextRun() {
        String group = folders.group("Sales", ann);
        Map<Account, Set<Long>> shared = shareMany(group, 101, 0);
        State before = folders.state(bob);
        delete(group);
        assertThatIllegalStateException()
                .isThrownBy(
                        () -> repair.run(group, words -> Thread.currentThread().interrupt()));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(left()).isEqualTo(51);
        assertThat(folders.seenBy(ann)).isEmpty();
        repair.run(group, words -> {});
        assertThat(left()).isZero();
        assertThat(folders.updated(bob, before)).containsExactlyInAnyOrderElementsOf(shared.get(bob));
        State after = folders.state(bob);
        repair.run(group, words -> {});
        assertThat(folders.state(bob)).isEqualTo(after);
    }

    @Test
    void groupWithoutSharesNeedsNoJob() {
        delete(folders.group("Sales", ann));
        assertThat(folders.fixture.jobs.added).isEmpty();
    }

    @Test
    void sharesWithAPrincipalThatExistsStay() {
        String group = folders.group("Sales", ann);
        shareMany(group, 1, 0);
        shareMany(ann.id(), 1, 0);
        repair.run(group, words -> {});
        repair.run(ann.id(), words -> {});
        repair.run(ShareRepair.ALL, words -> {});
        assertThat(left()).isEqualTo(2);
    }

    @Test
    void formerMemberLosesAccessAtOnceAndNothingChangesForTheOwner() {
        String group = folders.group("Sales", ann);
        shareMany(group, 1, 0);
        State before = folders.state(bob);
        groups.remove(group, folders.stored(ann), AuditRecorder.NONE);
        assertThat(folders.seenBy(ann)).isEmpty();
        assertThat(folders.state(bob)).as("the share names the group").isEqualTo(before);
        assertThat(left()).isEqualTo(1);
    }

    private AccountErasure erasure() {
        SchemaInfo schema = new SchemaInfo() {
            @Override
            public int migrationsApplied() {
                return 1;
            }

            @Override
            public Map<String, Integer> versions() {
                return Map.of("core", 1, "auth", 1);
            }

            @Override
            public Set<String> namespacesWithoutAccounts() {
                return Set.of();
            }
        };
        return new AccountErasure(
                folders.fixture.store,
                folders.fixture.identities,
                schema,
                repair,
                List.of(new AuthErasure(), new StoreErasure()));
    }

    private void startErasure(Account account) {
        folders.fixture.members.erase(account, folders.fixture.jobs, AuditRecorder.NONE);
    }

    @Test
    void ownersSeeThatTheSharesWithAnErasedAccountHaveEnded() {
        Map<Account, Set<Long>> shared = shareMany(ann.id(), 2, 1);
        State ofBob = folders.state(bob);
        State ofCyd = folders.state(cyd);
        startErasure(ann);
        erasure().run(ann.id(), words -> {});
        assertThat(left()).isZero();
        assertThat(folders.updated(bob, ofBob)).containsExactlyInAnyOrderElementsOf(shared.get(bob));
        assertThat(folders.updated(cyd, ofCyd)).containsExactlyInAnyOrderElementsOf(shared.get(cyd));
    }

    @Test
    void guestsLoseAccessWhenTheErasureOfTheOwnerBegins() {
        String group = folders.group("Sales", ann);
        shareMany(ann.id(), 1, 0);
        shareMany(group, 1, 0);
        assertThat(folders.seenBy(ann)).hasSize(2);
        startErasure(bob);
        assertThat(folders.seenBy(ann)).isEmpty();
        erasure().run(bob.id(), words -> {});
        assertThat(left()).isZero();
    }

    @Test
    void nothingChangesForASuspendedAccount() {
        shareMany(ann.id(), 1, 0);
        long own = folders.create(ann, "Own");
        folders.share(ann, own, cyd.id());
        State before = folders.state(bob);
        folders.fixture.disable(ann, true);
        assertThat(folders.seenBy(cyd)).containsExactly(own);
        folders.fixture.disable(ann, false);
        assertThat(folders.seenBy(ann)).hasSize(1);
        assertThat(folders.state(bob)).isEqualTo(before);
    }

    @Test
    void repairEndsOnlySharesWithoutOwnerContainerOrPrincipal() {
        shareMany(ann.id(), 1, 1);
        long folder = folders.create(bob, "Folder");
        folders.share(bob, 999, ann.id());
        folders.share(bob, folder, "a999", ann.id());
        folders.insertShare(888, 1, ann.n());
        assertThat(left()).isEqualTo(6);
        State before = folders.state(bob);
        List<String> reports = new ArrayList<>();
        repair.run(ShareRepair.ALL, reports::add);
        assertThat(reports).containsExactly("6 shares checked, 3 ended");
        assertThat(left()).isEqualTo(3);
        assertThat(folders.updated(bob, before)).containsExactly(folder);
        assertThat(folders.seenBy(ann)).contains(folder).hasSizeGreaterThan(1);
    }

    @Test
    void repairChecksMoreThanAPage() {
        for (int i = 0; i < 3; i++) {
            long folder = folders.create(bob, "Folder " + i);
            String[] many = new String[200];
            for (int k = 0; k < many.length; k++) {
                many[k] = "a" + Integer.toString(k + 1024, 32);
            }
            folders.share(bob, folder, many);
        }
        List<String> reports = new ArrayList<>();
        repair.run(ShareRepair.ALL, reports::add);
        assertThat(reports).containsExactly("500 shares checked, 500 ended", "600 shares checked, 600 ended");
        assertThat(left()).isZero();
    }

    @Test
    void doctorFindsSharesWithoutOwnerContainerOrPrincipalUntilTheyAreRepaired() {
        SharesHealthCheck check = new SharesHealthCheck(folders.fixture.identities, repair);
        assertThat(check.run()).singleElement().satisfies(finding -> {
            assertThat(finding.status()).isEqualTo(Finding.Status.OK);
            assertThat(finding.detail()).startsWith("0 shares checked");
        });
        shareMany(ann.id(), 2, 2);
        for (int i = 0; i < 20; i++) {
            assertThat(check.run())
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.detail()).startsWith("4 shares checked"));
        }
        List<Runnable> faults = List.of(
                () -> folders.share(bob, 999, ann.id()),
                () -> folders.share(bob, folders.create(bob, "Folder"), "a999"),
                () -> folders.insertShare(1, 1, 999),
                () -> folders.insertShare(888, 1, ann.n()));
        for (Runnable fault : faults) {
            fault.run();
            assertThat(check.run()).singleElement().satisfies(finding -> {
                assertThat(finding.status()).isEqualTo(Finding.Status.FAIL);
                assertThat(finding.check()).isEqualTo("sharing-orphans");
                assertThat(finding.detail()).startsWith("1 of 5 checked shares");
                assertThat(finding.remedy().orElseThrow()).contains("svc share repair");
            });
            repair.run(ShareRepair.ALL, words -> {});
            assertThat(check.run().get(0).status()).isEqualTo(Finding.Status.OK);
        }
    }

    @Test
    void doctorNamesSharesOfAllDataOfACapabilityUntilTheyAreDeleted() {
        EndedGrants check = new EndedGrants(folders.fixture.identities);
        assertThat(check.run().get(0).status()).isEqualTo(Finding.Status.OK);
        folders.fixture.grant(bob, ann);
        assertThat(check.run()).singleElement().satisfies(finding -> {
            assertThat(finding.status()).isEqualTo(Finding.Status.WARN);
            assertThat(finding.check()).isEqualTo("sharing-ended");
            assertThat(finding.detail())
                    .endsWith("any more (1): urn:ietf:params:jmap:mail of " + bob.id() + " with " + ann.id() + ".");
            assertThat(finding.remedy().orElseThrow()).contains("share mailboxes and labels", "svc share repair");
        });
        repair.run(ShareRepair.ALL, words -> {});
        assertThat(folders.fixture.count("account_grant")).isZero();
        assertThat(check.run().get(0).status()).isEqualTo(Finding.Status.OK);
    }
}

package svc.auth.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.identity.Account;
import svc.api.identity.Groups.Group;
import svc.api.operation.AuditRecorder;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.PageRequest;
import svc.auth.AuthSettings;
import svc.auth.operations.GroupOperations;
import svc.auth.operations.GroupOperations.GroupView;
import svc.auth.storage.AuthFixture;
import svc.testkit.SettableWallClock;

class StoredGroupsTest {

    private static final AuthSettings SETTINGS =
            new AuthSettings(false, AuthSettings.Resource.OFF, AuthSettings.Basic.OFF);

    @TempDir
    Path directory;

    private AuthFixture fixture;
    private StoredGroups groups;
    private GroupOperations operations;
    private String tenant;
    private Account ann;
    private Account bob;
    private Account eve;

    @BeforeEach
    void open() {
        fixture = new AuthFixture(directory, new SettableWallClock());
        groups = new StoredGroups(fixture.identities);
        operations = new GroupOperations(fixture.identities, groups, fixture.jobs);
        tenant = fixture.organization("example.org").id();
        fixture.organization("example.com");
        ann = fixture.account("ann@example.org");
        bob = fixture.account("bob@example.org");
        eve = fixture.account("eve@example.com");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private GroupView create(String name) {
        return operations.create(tenant, name, null, AuditRecorder.NONE);
    }

    private List<Long> groupsOf(Account account) {
        return groups.groups(tenant).stream()
                .filter(group -> group.members().contains(account.n()))
                .map(Group::n)
                .toList();
    }

    private long number(GroupView group) {
        return groups.get(group.id()).n();
    }

    @Test
    void membershipIsInEffectAtOnce() {
        GroupView sales = create("Sales");
        GroupView support = create("Support");
        assertThat(groupsOf(ann)).isEmpty();
        assertThat(operations
                        .add(sales.id(), "ann@example.org", AuditRecorder.NONE)
                        .members())
                .containsExactly("ann@example.org");
        operations.add(sales.id(), bob.id(), AuditRecorder.NONE);
        operations.add(sales.id(), bob.id(), AuditRecorder.NONE);
        operations.add(support.id(), ann.id(), AuditRecorder.NONE);
        assertThat(groupsOf(ann)).containsExactlyInAnyOrder(number(sales), number(support));
        assertThat(groupsOf(bob)).containsExactly(number(sales));
        assertThat(groups.groups(tenant)).extracting(Group::name).containsExactly("Sales", "Support");
        assertThat(groups.group(number(sales)).map(Group::members)).contains(Set.of(ann.n(), bob.n()));
        operations.remove(sales.id(), ann.id(), AuditRecorder.NONE);
        assertThat(groupsOf(ann)).containsExactly(number(support));
        operations.delete(support.id(), AuditRecorder.NONE);
        assertThat(groupsOf(ann)).isEmpty();
        assertThat(operations.list(new PageRequest(10, ""), tenant).items())
                .extracting(GroupView::id)
                .containsExactly(sales.id());
    }

    @Test
    void nameAndDescriptionChangeAloneOrTogether() {
        List<Long> changed = new ArrayList<>();
        GroupView sales = operations.create(tenant, "Sales", "All who sell", AuditRecorder.NONE);
        fixture.notify((organization, n) -> changed.add(n));
        operations.update(sales.id(), "Marketing", null, AuditRecorder.NONE);
        assertThat(operations.show(sales.id()))
                .isEqualTo(new GroupView(sales.id(), tenant, "Marketing", "All who sell", List.of()));
        assertThat(changed).containsExactly(number(sales));
        operations.update(sales.id(), null, "They tell", AuditRecorder.NONE);
        assertThat(operations.update(sales.id(), "M", "", AuditRecorder.NONE))
                .isEqualTo(new GroupView(sales.id(), tenant, "M", null, List.of()));
        refused(Reason.INVALID, () -> operations.update(sales.id(), null, null, AuditRecorder.NONE));
        refused(Reason.INVALID, () -> operations.update(sales.id(), " ", null, AuditRecorder.NONE));
        refused(Reason.INVALID, () -> operations.update(sales.id(), null, "two\nlines", AuditRecorder.NONE));
        refused(Reason.NOT_FOUND, () -> operations.update("a999", "M", null, AuditRecorder.NONE));
        assertThat(operations.show(sales.id()).name()).isEqualTo("M");
    }

    @Test
    void groupHasTheIdOfNoAccount() {
        GroupView sales = create("Sales");
        Account cyd = fixture.account("cyd@example.org");
        assertThat(Set.of(ann.id(), bob.id(), eve.id(), cyd.id(), sales.id())).hasSize(5);
        assertThat(fixture.directory.account(number(sales))).isEmpty();
        assertThat(groups.group(ann.n())).isEmpty();
        assertThat(fixture.directory.accounts(0, 100)).containsExactly(ann, bob, eve, cyd);
    }

    @Test
    void accountOfAnotherOrganizationIsAsUnknownAsOneThatDoesNotExist() {
        GroupView sales = create("Sales");
        refused(Reason.NOT_FOUND, () -> operations.add(sales.id(), eve.id(), AuditRecorder.NONE));
        refused(Reason.NOT_FOUND, () -> operations.add(sales.id(), "a999", AuditRecorder.NONE));
        refused(Reason.NOT_FOUND, () -> operations.remove(sales.id(), ann.id(), AuditRecorder.NONE));
        refused(Reason.NOT_FOUND, () -> operations.show(ann.id()));
        refused(Reason.NOT_FOUND, () -> operations.delete("a999", AuditRecorder.NONE));
        refused(Reason.NOT_FOUND, () -> operations.create("t999", "Name", null, AuditRecorder.NONE));
        refused(Reason.INVALID, () -> create(" "));
        refused(Reason.INVALID, () -> create("two\nlines"));
        assertThat(groupsOf(eve)).isEmpty();
    }

    private static void refused(Reason reason, Runnable run) {
        assertThatExceptionOfType(OperationException.class)
                .isThrownBy(run::run)
                .satisfies(problem -> assertThat(problem.reason()).isEqualTo(reason));
    }

    @Test
    void listenersAreNotifiedOfAccountsAndGroups() {
        List<Long> changed = new ArrayList<>();
        fixture.notify((organization, n) -> {
            assertThat(organization).isEqualTo(tenant);
            changed.add(n);
            throw new IllegalStateException("a listener that fails");
        });
        GroupView sales = create("Sales");
        operations.add(sales.id(), ann.id(), AuditRecorder.NONE);
        Account cyd = fixture.account("cyd@example.org");
        fixture.disable(bob, true);
        operations.delete(sales.id(), AuditRecorder.NONE);
        assertThat(changed).hasSize(5).startsWith(changed.get(4), changed.get(4), cyd.n(), bob.n());
    }

    @Test
    void erasedAccountIsAMemberOfNoGroup() {
        GroupView sales = create("Sales");
        operations.add(sales.id(), ann.id(), AuditRecorder.NONE);
        fixture.identities.writeIn(ann, "erase", tx -> {
            new AuthErasure().finish(tx);
            return true;
        });
        assertThat(fixture.count("account_group_member")).isZero();
        assertThat(operations.show(sales.id()).members()).isEmpty();
    }

    @Test
    void scopeOfATenantIsStableAndBelongsToNoAccount() {
        long scope = fixture.directory.scopeOfTenant(tenant);
        assertThat(fixture.directory.scopeOfTenant(tenant)).isEqualTo(scope);
        assertThat(new AccountDirectory(fixture.identities, fixture.pulse, fixture.plans, SETTINGS)
                        .scopeOfTenant(tenant))
                .isEqualTo(scope);
        assertThat(fixture.directory.scopeOfTenant(eve.organization())).isNotEqualTo(scope);
        assertThat(fixture.directory.account(scope)).isEmpty();
        assertThatExceptionOfType(OperationException.class).isThrownBy(() -> fixture.directory.scopeOfTenant("t999"));
        assertThat(fixture.directory.accounts(tenant, 0, 10)).containsExactly(ann, bob);
        assertThat(fixture.directory.accounts(tenant, ann.n(), 10)).containsExactly(bob);
        assertThat(fixture.directory.accounts(tenant, 0, 1)).containsExactly(ann);
    }
}

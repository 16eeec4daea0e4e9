package svc.auth.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.engine.ScopeKey;
import svc.api.erasure.ErasedAccount;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.identity.ContainerShares.Share;
import svc.api.identity.Groups.Group;
import svc.api.identity.SharedContainer;
import svc.api.operation.AuditRecorder;
import svc.api.store.Scope;
import svc.auth.storage.AccountRows;
import svc.auth.storage.AuthFixture;
import svc.auth.storage.StoredAccount;
import svc.testkit.Covers;
import svc.testkit.SettableWallClock;

class StoredSharesTest {

    private static final Set<String> MAIL = Set.of("urn:ietf:params:jmap:mail");
    private static final Share READ = new Share(Access.READ, Set.of("mayReadItems"));
    private static final Share FLAG = new Share(Access.WRITE, Set.of("mayReadItems", "maySetSeen"));

    @TempDir
    Path directory;

    private AuthFixture fixture;
    private StoredShares shares;
    private Account ann;
    private Account bob;

    @BeforeEach
    void open() {
        fixture = new AuthFixture(directory, new SettableWallClock());
        fixture.organization("example.org");
        fixture.organization("example.com");
        ann = fixture.account("ann@example.org");
        bob = fixture.account("bob@example.org");
        shares = new StoredShares(fixture.identities);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private List<AccessibleAccount> seenBy(Account account) {
        List<AccessibleAccount> all = fixture.directory.accounts(fixture.caller(account));
        return all.subList(1, all.size());
    }

    @Test
    @Covers("ACC-05")
    void containersOfAnOwnerAreOneAccount() {
        assertThat(seenBy(ann)).isEmpty();
        fixture.share(bob, 7, Map.of(ann.id(), READ));
        fixture.share(bob, 8, Map.of(ann.id(), FLAG));
        AccessibleAccount account = seenBy(ann).get(0);
        assertThat(seenBy(ann)).hasSize(1);
        assertThat(account.id()).isEqualTo("shared:" + bob.id());
        assertThat(account.accessTo("urn:ietf:params:jmap:mail")).contains(Access.WRITE);
        assertThat(account.accessTo("urn:ietf:params:jmap:calendars")).isEmpty();
        assertThat(account.containers("Mailbox"))
                .isEqualTo(Map.of(
                        7L, new SharedContainer("Mailbox", 7, MAIL, Access.READ, READ.rights()),
                        8L, new SharedContainer("Mailbox", 8, MAIL, Access.WRITE, FLAG.rights())));
        fixture.share(bob, 8, Map.of());
        assertThat(seenBy(ann).get(0).isReadOnly()).isTrue();
        fixture.share(bob, 7, Map.of());
        assertThat(seenBy(ann)).isEmpty();
    }

    @Test
    void membersOfAGroupHaveTheRightsOfTheGroupAndTheirOwn() {
        StoredGroups groups = new StoredGroups(fixture.identities);
        Group group = groups.create(bob.organization(), "All", null, AuditRecorder.NONE);
        fixture.share(bob, 7, Map.of(group.id(), FLAG, ann.id(), READ));
        assertThat(seenBy(ann).get(0).isReadOnly()).isTrue();
        groups.add(group.id(), stored(ann), AuditRecorder.NONE);
        groups.add(group.id(), stored(bob), AuditRecorder.NONE);
        assertThat(seenBy(ann).get(0).containers("Mailbox").get(7L))
                .satisfies(container -> assertThat(container.rights()).isEqualTo(FLAG.rights()));
        assertThat(seenBy(bob)).as("the owner is not a guest").isEmpty();
        groups.delete(group.id(), fixture.jobs, AuditRecorder.NONE);
        assertThat(seenBy(ann).get(0).isReadOnly()).isTrue();
    }

    private StoredAccount stored(Account account) {
        return fixture.identities
                .read(snapshot -> AccountRows.find(snapshot.sql(), account.n()))
                .orElseThrow();
    }

    @Test
    @Covers("ACC-07")
    void accountsOfOtherOrganizationsAreNoPrincipals() {
        Account eve = fixture.account("eve@example.com");
        Set<String> known = fixture.store.read(
                Scope.account(new ScopeKey(), bob.n()),
                snapshot -> shares.principals(snapshot, bob, List.of(ann.id(), eve.id(), "a999", "x")));
        assertThat(known).containsExactly(ann.id());
        fixture.share(bob, 7, Map.of(eve.id(), READ));
        assertThat(seenBy(eve)).isEmpty();
    }

    @Test
    void erasureRemovesTheSharesOfAnOwnerAndThoseWithTheAccount() {
        fixture.share(bob, 7, Map.of(ann.id(), READ));
        fixture.share(ann, 9, Map.of(bob.id(), READ));
        fixture.store.write(Scope.account(new ScopeKey(), bob.n()), tx -> {
            new AuthErasure().erase(new ErasedAccount(bob, Set.of(bob.email())), tx, () -> true);
            return bob;
        });
        long left = fixture.identities.read(snapshot -> snapshot.sql().number("SELECT count(*) FROM container_share"));
        assertThat(left).isZero();
    }
}

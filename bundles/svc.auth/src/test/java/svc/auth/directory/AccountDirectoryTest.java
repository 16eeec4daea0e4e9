package svc.auth.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.identity.AddressResolution.ForwardedAlias;
import svc.api.identity.AddressResolution.LocalAccount;
import svc.api.identity.AddressResolution.UnknownUser;
import svc.api.identity.Caller;
import svc.api.identity.ContainerShares.Share;
import svc.api.operation.AuditRecorder;
import svc.auth.storage.AuthFixture;
import svc.auth.storage.EmailAddress;
import svc.auth.storage.Role;
import svc.testkit.SettableWallClock;

class AccountDirectoryTest {

    private static final String MAIL = "urn:ietf:params:jmap:mail";
    private static final String CALENDARS = "urn:ietf:params:jmap:calendars";

    private static final Share READ = new Share(Access.READ, Set.of("mayReadItems"));

    @TempDir
    Path directory;

    private AuthFixture fixture;
    private Account ann;
    private Account bob;
    private Account eve;
    private Caller caller;

    @BeforeEach
    void open() {
        fixture = new AuthFixture(directory, new SettableWallClock());
        fixture.organization("example.org");
        fixture.organization("example.com");
        ann = fixture.account("ann@example.org");
        bob = fixture.account("bob@example.org");
        eve = fixture.account("eve@example.com");
        caller = fixture.caller(ann);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void theOwnAccountComesFirstAndNeedsNoShare() {
        assertThat(fixture.directory.accounts(caller)).containsExactly(AccessibleAccount.own(ann));
        assertThat(fixture.directory.account(caller, ann.id())).contains(AccessibleAccount.own(ann));
        for (String foreign : List.of(bob.id(), eve.id(), "shared:" + bob.id(), "a999", "", "shared:a999")) {
            assertThat(fixture.directory.account(caller, foreign)).as(foreign).isEmpty();
        }
    }

    @Test
    void sharedAccountsAreInTheOrderOfTheirNumbersUnderIdsOfTheirOwn() {
        Account cyd = fixture.account("cyd@example.org");
        fixture.share(cyd, 7, Map.of(ann.id(), READ));
        fixture.share(bob, 8, Map.of(ann.id(), READ));
        List<AccessibleAccount> reach = fixture.directory.accounts(caller);
        assertThat(reach)
                .extracting(AccessibleAccount::id)
                .containsExactly(ann.id(), "shared:" + bob.id(), "shared:" + cyd.id());
        assertThat(reach.get(1).account()).isEqualTo(bob);
        assertThat(fixture.directory.accounts(fixture.caller(bob)))
                .as("one direction")
                .containsExactly(AccessibleAccount.own(bob));
    }

    @Test
    void sharesOfAllDataOfACapabilityGiveNoAccess() {
        fixture.grant(bob, ann);
        assertThat(fixture.directory.accounts(caller)).containsExactly(AccessibleAccount.own(ann));
        fixture.share(bob, 7, Map.of(ann.id(), READ));
        AccessibleAccount shared =
                fixture.directory.account(caller, "shared:" + bob.id()).orElseThrow();
        assertThat(shared.sharedCapabilities()).isEmpty();
        assertThat(shared.isReadOnly()).isTrue();
    }

    @Test
    void theVersionMovesWithEveryChangeOfTheOrganizationAndNoOther() {
        String own = ann.organization();
        String other = eve.organization();
        long foreign = fixture.directory.version(other);
        long version = fixture.directory.version(own);
        fixture.share(bob, 7, Map.of(ann.id(), READ));
        version = moved(own, version);
        fixture.share(bob, 7, Map.of());
        version = moved(own, version);
        fixture.turn(own, Map.of(MAIL, false));
        version = moved(own, version);
        fixture.account("dan@example.org");
        version = moved(own, version);
        fixture.disable(bob, true);
        version = moved(own, version);
        fixture.suspend(own, true);
        moved(own, version);
        assertThat(fixture.directory.version(other)).isEqualTo(foreign);
    }

    private long moved(String organization, long before) {
        long now = fixture.directory.version(organization);
        assertThat(now).isGreaterThan(before);
        return now;
    }

    @Test
    void disabledCapabilityIsGoneAtOnceForOneTenantOnly() {
        assertThat(fixture.directory.disabledCapabilities(ann.organization())).isEmpty();
        fixture.turn(ann.organization(), Map.of(MAIL, false, CALENDARS, false));
        assertThat(fixture.directory.disabledCapabilities(ann.organization()))
                .containsExactlyInAnyOrder(MAIL, CALENDARS);
        assertThat(fixture.directory.disabledCapabilities(eve.organization())).isEmpty();
        fixture.turn(ann.organization(), Map.of(MAIL, true));
        assertThat(fixture.directory.disabledCapabilities(ann.organization())).containsExactly(CALENDARS);
        assertThat(fixture.directory.disabledCapabilities("t999")).isEmpty();
        assertThat(fixture.directory.disabledCapabilities("nonsense")).isEmpty();
    }

    @Test
    void anAddressIsFoundHoweverItIsWritten() {
        assertThat(fixture.directory.accountNumber("BOB@Example.org")).hasValue(bob.n());
        assertThat(fixture.directory.accountNumber("bob@example.org")).hasValue(bob.n());
        assertThat(fixture.directory.accountNumber("bob@example.com")).isEmpty();
        assertThat(fixture.directory.accountNumber("no address")).isEmpty();
        assertThat(fixture.directory.accountNumber("new@example.org")).isEmpty();
        Account made = fixture.account("new@example.org");
        assertThat(fixture.directory.accountNumber("new@example.org")).hasValue(made.n());
    }

    @Test
    void catchAllAliasHasTheAddressesThatNoAccountHas() {
        fixture.members.addAlias(ann.email(), address("*@example.org"), Optional.empty(), AuditRecorder.NONE);
        assertThat(fixture.directory.resolve("nobody+x@example.org")).isEqualTo(new LocalAccount(ann, true));
        assertThat(fixture.directory.resolve("bob@example.org")).isEqualTo(new LocalAccount(bob, true));
        assertThat(fixture.directory.resolve("nobody@example.com")).isInstanceOf(UnknownUser.class);
        assertThat(fixture.directory.addresses(ann)).containsExactly("ann@example.org");
    }

    @Test
    void aliasCanSendItsMailOn() {
        fixture.members.addAlias(
                ann.email(), address("team@example.org"), Optional.of(address("team@far.test")), AuditRecorder.NONE);
        ForwardedAlias forwarded = new ForwardedAlias(ann, true, "team@far.test");
        assertThat(fixture.directory.resolve("Team+x@example.org")).isEqualTo(forwarded);
        assertThat(fixture.directory.addresses(ann)).containsExactly("ann@example.org");
        fixture.members.addAlias(ann.email(), address("info@example.org"), Optional.empty(), AuditRecorder.NONE);
        assertThat(fixture.directory.resolve("team@example.org"))
                .as("after another alias was added")
                .isEqualTo(forwarded);
    }

    @Test
    void administratorsOfTheTenantComeFirst() {
        fixture.members.operator(eve.email(), true, AuditRecorder.NONE);
        fixture.members.role(bob.id(), Role.TENANT_ADMIN, AuditRecorder.NONE);
        assertThat(fixture.directory.administrators("Example.org")).containsExactly(bob, eve);
        assertThat(fixture.directory.administrators("far.test")).containsExactly(eve);
    }

    private static EmailAddress address(String text) {
        return EmailAddress.of(text).orElseThrow();
    }
}

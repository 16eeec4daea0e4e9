package svc.auth.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.auth.storage.AuthFixture;
import svc.testkit.SettableWallClock;

class AccountDirectoryTest {

    private static final String MAIL = "urn:ietf:params:jmap:mail";
    private static final String CALENDARS = "urn:ietf:params:jmap:calendars";

    @TempDir
    Path directory;

    private AuthFixture house;
    private Account ann;
    private Account bob;
    private Account eve;
    private Caller caller;

    @BeforeEach
    void open() {
        house = new AuthFixture(directory, new SettableWallClock());
        house.organization("example.org");
        house.organization("example.com");
        ann = house.account("ann@example.org");
        bob = house.account("bob@example.org");
        eve = house.account("eve@example.com");
        caller = house.caller(ann);
    }

    @AfterEach
    void close() {
        house.close();
    }

    @Test
    void theOwnAccountComesFirstAndNeedsNoShare() {
        assertThat(house.directory.accounts(caller)).containsExactly(AccessibleAccount.own(ann));
        assertThat(house.directory.account(caller, ann.id())).contains(AccessibleAccount.own(ann));
        for (String foreign : List.of(bob.id(), eve.id(), "shared:" + bob.id(), "a999", "", "shared:a999")) {
            assertThat(house.directory.account(caller, foreign)).as(foreign).isEmpty();
        }
    }

    @Test
    void sharesAreOneEntryAnOwnerUnderAnIdOfTheirOwn() {
        Account cyd = house.account("cyd@example.org");
        house.grants.grant(cyd.n(), ann.n(), MAIL, Access.READ);
        house.grants.grant(bob.n(), ann.n(), MAIL, Access.READ);
        house.grants.grant(bob.n(), ann.n(), CALENDARS, Access.WRITE);
        List<AccessibleAccount> reach = house.directory.accounts(caller);
        assertThat(reach)
                .extracting(AccessibleAccount::id)
                .containsExactly(ann.id(), "shared:" + bob.id(), "shared:" + cyd.id());
        assertThat(reach.get(1).account()).isEqualTo(bob);
        assertThat(reach.get(1).sharedCapabilities()).isEqualTo(Map.of(MAIL, Access.READ, CALENDARS, Access.WRITE));
        assertThat(reach.get(1).isReadOnly()).isFalse();
        assertThat(reach.get(2).isReadOnly()).isTrue();
        assertThat(house.directory.accounts(house.caller(bob)))
                .as("one direction")
                .containsExactly(AccessibleAccount.own(bob));
    }

    @Test
    void theVersionOfAShareMovesWithEachOfItsChangesAndNeverGoesBack() {
        house.grants.grant(bob.n(), ann.n(), MAIL, Access.READ);
        long first = shared().version();
        house.grants.grant(bob.n(), ann.n(), CALENDARS, Access.READ);
        long second = shared().version();
        house.grants.revoke(bob.n(), ann.n(), MAIL);
        long third = shared().version();
        house.grants.revoke(bob.n(), ann.n(), CALENDARS);
        assertThat(house.directory.accounts(caller)).containsExactly(AccessibleAccount.own(ann));
        house.grants.grant(bob.n(), ann.n(), MAIL, Access.READ);
        assertThat(List.of(first, second, third, shared().version())).isSorted().doesNotHaveDuplicates();
        long before = shared().version();
        house.grants.revoke(bob.n(), ann.n(), "urn:example:not:there");
        house.grants.grant(bob.n(), ann.n(), MAIL, Access.READ);
        assertThat(shared().version()).isEqualTo(before);
    }

    private AccessibleAccount shared() {
        return house.directory.account(caller, "shared:" + bob.id()).orElseThrow();
    }

    @Test
    void nothingIsSharedAcrossTheBorder() {
        assertThatIllegalArgumentException().isThrownBy(() -> house.grants.grant(eve.n(), ann.n(), MAIL, Access.READ));
        assertThatIllegalArgumentException().isThrownBy(() -> house.grants.grant(ann.n(), eve.n(), MAIL, Access.READ));
        assertThatIllegalArgumentException().isThrownBy(() -> house.grants.grant(ann.n(), ann.n(), MAIL, Access.READ));
        assertThatIllegalArgumentException().isThrownBy(() -> house.grants.grant(999, ann.n(), MAIL, Access.READ));
        house.grants.revoke(eve.n(), ann.n(), MAIL);
        house.grants.revoke(999, 998, MAIL);
        assertThat(house.count("account_grant") + house.count("account_share")).isZero();
    }

    @Test
    void theVersionMovesWithEveryChangeOfTheOrganizationAndNoOther() {
        String own = ann.organization();
        String other = eve.organization();
        long foreign = house.directory.version(other);
        long version = house.directory.version(own);
        house.grants.grant(bob.n(), ann.n(), MAIL, Access.READ);
        version = moved(own, version);
        house.grants.revoke(bob.n(), ann.n(), MAIL);
        version = moved(own, version);
        house.turn(own, Map.of(MAIL, false));
        version = moved(own, version);
        house.account("dan@example.org");
        version = moved(own, version);
        house.disable(bob, true);
        version = moved(own, version);
        house.suspend(own, true);
        moved(own, version);
        assertThat(house.directory.version(other)).isEqualTo(foreign);
    }

    private long moved(String organization, long before) {
        long now = house.directory.version(organization);
        assertThat(now).isGreaterThan(before);
        return now;
    }

    @Test
    void disabledCapabilityIsGoneAtOnceForOneTenantOnly() {
        assertThat(house.directory.disabledCapabilities(ann.organization())).isEmpty();
        house.turn(ann.organization(), Map.of(MAIL, false, CALENDARS, false));
        assertThat(house.directory.disabledCapabilities(ann.organization())).containsExactlyInAnyOrder(MAIL, CALENDARS);
        assertThat(house.directory.disabledCapabilities(eve.organization())).isEmpty();
        house.turn(ann.organization(), Map.of(MAIL, true));
        assertThat(house.directory.disabledCapabilities(ann.organization())).containsExactly(CALENDARS);
        assertThat(house.directory.disabledCapabilities("t999")).isEmpty();
        assertThat(house.directory.disabledCapabilities("nonsense")).isEmpty();
    }

    @Test
    void anAddressIsFoundHoweverItIsWritten() {
        assertThat(house.directory.accountNumber("BOB@Example.org")).hasValue(bob.n());
        assertThat(house.directory.accountNumber("bob@example.org")).hasValue(bob.n());
        assertThat(house.directory.accountNumber("bob@example.com")).isEmpty();
        assertThat(house.directory.accountNumber("no address")).isEmpty();
        assertThat(house.directory.accountNumber("new@example.org")).isEmpty();
        Account made = house.account("new@example.org");
        assertThat(house.directory.accountNumber("new@example.org")).hasValue(made.n());
    }
}

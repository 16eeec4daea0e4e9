package svc.auth.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.operation.AuditRecorder;
import svc.api.store.Scope;
import svc.auth.AuthSettings;
import svc.auth.AuthSettings.Basic;
import svc.auth.AuthSettings.Resource;
import svc.auth.directory.AccountDirectory;
import svc.auth.directory.Accounts;
import svc.auth.operations.AccountView;
import svc.testkit.SettableWallClock;

/** The quota of a new account. */
final class DefaultQuotaTest {

    private static final long DEFAULT = 5_000;

    @TempDir
    private Path directory;

    private final SettableWallClock clock = new SettableWallClock();
    private final Plans plans = new Plans(List.of(Plan.of("standard"), Plan.of("small quota_bytes=1000")), DEFAULT);
    private AuthFixture fixture;
    private String organization;

    @BeforeEach
    void open() {
        fixture = new AuthFixture(directory, clock);
        organization = fixture.organization("example.org").id();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private Account made(String name, @Nullable Long quota) {
        return new AccountStore(fixture.store, clock, fixture.passwords, fixture.pulse, plans)
                .create(
                        OperatorInput.account(
                                name + "@example.org", AuthFixture.PASSWORD, null, null, Role.USER, quota, List.of()),
                        AuditRecorder.NONE)
                .account();
    }

    /** Returns the effective quota, and asserts that operators see the same. */
    private OptionalLong quota(Account account) {
        AccountDirectory now = new AccountDirectory(
                fixture.identities, fixture.pulse, plans, new AuthSettings(false, Resource.OFF, Basic.OFF));
        OptionalLong quota = fixture.store.read(Scope.account(new ScopeKey(), account.n()), now::quota);
        Long shown = AccountView.of(fixture.members.get(account.id()), plans).quotaBytes();
        assertThat(shown).isEqualTo(quota.isPresent() ? Long.valueOf(quota.getAsLong()) : null);
        return quota;
    }

    @Test
    void aNewAccountHasTheDefaultUnlessItOrItsPlanHasAQuota() {
        Account before = fixture.account("before@example.org");
        Account ann = made("ann", null);
        Account ben = made("ben", 7L);
        Account eve = made("eve", 0L);

        assertThat(quota(before)).as("made when there was no default").isEmpty();
        assertThat(quota(ann)).hasValue(DEFAULT);
        assertThat(quota(ben)).hasValue(7);
        assertThat(quota(eve)).as("with 0 only the plan counts").isEmpty();

        fixture.organizations.plan(organization, plans.of("small"), AuditRecorder.NONE);
        assertThat(List.of(quota(before), quota(ann), quota(eve))).containsOnly(OptionalLong.of(1000));
        assertThat(quota(ben)).hasValue(7);
    }

    @Test
    void theDefaultCanBeTakenFromAnAccount() {
        Account ann = made("ann", null);
        fixture.members.update(ann.id(), new Accounts.Update(null, null, 0L, null, false), AuditRecorder.NONE);
        assertThat(quota(ann)).isEmpty();
        assertThat(Map.of(-5L, OptionalLong.of(5), 5L, OptionalLong.of(5)))
                .allSatisfy((column, quota) -> assertThat(StoredQuota.of(column).with(Plan.boundless("x")))
                        .isEqualTo(quota));
    }
}

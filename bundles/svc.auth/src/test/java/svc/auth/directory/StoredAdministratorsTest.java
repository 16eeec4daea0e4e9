package svc.auth.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.identity.Account;
import svc.api.operation.AuditRecorder;
import svc.api.store.Scope;
import svc.auth.storage.AuthFixture;
import svc.auth.storage.Role;
import svc.auth.storage.Tenant;
import svc.testkit.Covers;
import svc.testkit.SettableWallClock;

final class StoredAdministratorsTest {

    @TempDir
    private Path directory;

    private AuthFixture fixture;
    private StoredAdministrators administrators;

    @BeforeEach
    void open() {
        fixture = new AuthFixture(directory, new SettableWallClock());
        administrators = new StoredAdministrators(fixture.identities);
        tenant("example.org");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private String tenant(String domain) {
        return fixture.tenantOperations
                .create(domain, List.of(domain), null, null, null, AuditRecorder.NONE)
                .id();
    }

    private Account account(String email, Role role) {
        fixture.accountOperations.create(email, "correct horse", null, null, role, null, List.of(), AuditRecorder.NONE);
        return fixture.directory
                .account(fixture.directory.accountNumber(email).orElseThrow())
                .orElseThrow();
    }

    private boolean maySee(Account account) {
        return fixture.store.read(Scope.system(), snapshot -> administrators.maySeeServer(snapshot, account));
    }

    @Test
    @Covers("SEC-03")
    void onlyTheAdminOfTheOnlyTenantSeesTheServer() {
        Account admin = account("admin@example.org", Role.TENANT_ADMIN);
        Account user = account("user@example.org", Role.USER);
        Account operator = account("operator@example.org", Role.USER);
        fixture.members.operator("operator@example.org", true, AuditRecorder.NONE);
        assertThat(List.of(maySee(admin), maySee(user), maySee(operator))).containsExactly(true, false, true);
        String second = tenant("example.com");
        assertThat(List.of(maySee(admin), maySee(user), maySee(operator))).containsExactly(false, false, true);
        fixture.tenantOperations.update(
                second, null, null, false, Tenant.State.SUSPENDED, Map.of(), AuditRecorder.NONE);
        assertThat(maySee(admin)).as("a suspended tenant counts").isFalse();
    }

    @Test
    void theRoleIsReadAtEachCall() {
        Account admin = account("admin@example.org", Role.TENANT_ADMIN);
        assertThat(administrators.isAdministrator(admin)).isTrue();
        fixture.members.role(admin.id(), Role.USER, AuditRecorder.NONE);
        assertThat(administrators.isAdministrator(admin)).isFalse();
        assertThat(maySee(admin)).isFalse();
    }
}

package svc.auth.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
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
import svc.auth.tokens.StoredAppPasswords;
import svc.json.JacksonJson;
import svc.testkit.Covers;
import svc.testkit.SettableWallClock;

/** The change of an operation and its audit entry are atomic: both are stored, or neither. */
class AuditAtomicityTest {

    private static final AuditRecorder BROKEN = (tx, organization, id) -> {
        throw new IllegalStateException("no room");
    };

    @TempDir
    Path directory;

    private AuthFixture fixture;
    private Account ann;

    private record Left(String organization, String id) {}

    @BeforeEach
    void open() {
        fixture = new AuthFixture(directory, new SettableWallClock(), List.of("standard", "large"));
        fixture.organization("example.org");
        ann = fixture.account("ann@example.org");
        fixture.token(ann.email());
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    /** Returns all rows that the operations can change. */
    private String state() {
        return fixture.store.read(Scope.system(), snapshot -> {
            List<String> state = new ArrayList<>();
            for (String part : List.of(
                    "n || name || state || plan || coalesce(display_name, '') FROM organization",
                    "n || name || state || role FROM account_identity",
                    "n || name FROM app_password",
                    "n FROM device_session")) {
                state.addAll(snapshot.sql().select("SELECT " + part, row -> String.valueOf(row.getString(1))));
            }
            return state.toString();
        });
    }

    private Map<String, Consumer<AuditRecorder>> acts() {
        Map<String, Consumer<AuditRecorder>> acts = new LinkedHashMap<>();
        ofTenants(acts);
        ofAccounts(acts);
        ofSecrets(acts);
        return acts;
    }

    private void ofTenants(Map<String, Consumer<AuditRecorder>> acts) {
        String id = ann.organization();
        TenantOperations operations = fixture.tenantOperations;
        acts.put("tenant update", trace -> operations.update(id, "Another", null, false, null, Map.of(), trace));
        acts.put(
                "tenant branding",
                trace -> operations.branding(id, new Tenant.Branding("Shown", null, null, null), trace));
        acts.put("tenant plan", trace -> operations.plan(id, "large", trace));
    }

    private void ofAccounts(Map<String, Consumer<AuditRecorder>> acts) {
        AccountOperations operations = fixture.accountOperations;
        acts.put(
                "account create",
                trace -> operations.create(
                        "bob@example.org", AuthFixture.PASSWORD, null, null, Role.USER, null, List.of(), trace));
        acts.put(
                "account batch",
                trace -> new AccountBatch(
                                fixture.identities,
                                fixture.passwords,
                                fixture.members,
                                fixture.plans,
                                new JacksonJson())
                        .create(List.of(Map.of("email", "cyd@example.org", "password", AuthFixture.PASSWORD)), trace));
        acts.put("account update", trace -> operations.update(ann.id(), "Ann", null, true, null, null, false, trace));
        acts.put("account disable", trace -> operations.disable(ann.id(), trace));
        acts.put("account enable", trace -> operations.enable(ann.id(), trace));
        acts.put("account role", trace -> operations.role(ann.id(), Role.TENANT_ADMIN, trace));
        OperatorOperations operators = new OperatorOperations(fixture.members, fixture.plans);
        acts.put("operator grant", trace -> operators.grant(ann.email(), trace));
        acts.put("operator revoke", trace -> operators.revoke(ann.email(), trace));
    }

    private void ofSecrets(Map<String, Consumer<AuditRecorder>> acts) {
        StoredAppPasswords appPasswords = fixture.storedAppPasswords;
        AppPasswordOperations operations = new AppPasswordOperations(fixture.identities, appPasswords);
        acts.put("app-password create", trace -> operations.create(ann.email(), "phone", trace));
        acts.put("app-password revoke", trace -> {
            String id =
                    fixture.identities.readIn(ann, appPasswords::list).get(0).id();
            operations.revoke(id, ann.email(), trace);
        });
        SessionOperations sessions = new SessionOperations(fixture.identities, fixture.sessions);
        acts.put(
                "session revoke",
                trace -> sessions.revoke(sessions.list(null).get(0).id(), trace));
        acts.put("account delete", trace -> fixture.accountOperations.delete(ann.id(), trace));
    }

    @Test
    @Covers(value = "ADM-36", part = "an act and its entry")
    void anActAndItsEntryAreOne() {
        acts().forEach((name, act) -> {
            if (name.equals("session revoke")) {
                fixture.token(ann.email());
            }
            String before = state();
            assertThatIllegalStateException()
                    .as(name)
                    .isThrownBy(() -> act.accept(BROKEN))
                    .withMessage("no room");
            assertThat(state()).as(name).isEqualTo(before);
            List<Left> left = new ArrayList<>();
            act.accept((tx, organization, id) -> tx.afterCommit(() -> left.add(new Left(organization, id))));
            assertThat(state()).as(name).isNotEqualTo(before);
            assertThat(left)
                    .as(name)
                    .hasSize(1)
                    .allMatch(one -> one.organization().equals(ann.organization()));
        });
    }

    @Test
    void anOrganizationIsFoundedTogetherWithItsEntry() {
        String before = state();
        assertThatIllegalStateException().isThrownBy(() -> create(BROKEN));
        assertThat(state()).isEqualTo(before);
        List<Left> left = new ArrayList<>();
        TenantView made = create((tx, organization, id) -> tx.afterCommit(() -> left.add(new Left(organization, id))));
        assertThat(left).containsExactly(new Left(made.id(), made.id()));
    }

    private TenantView create(AuditRecorder trace) {
        return fixture.tenantOperations.create(null, List.of("new.test"), null, null, null, trace);
    }
}

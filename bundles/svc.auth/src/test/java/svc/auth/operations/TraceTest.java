package svc.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.identity.Account;
import svc.api.operation.Trace;
import svc.api.store.Scope;
import svc.testkit.Covers;
import svc.testkit.SetClock;

/** What an operation does and its entry in the audit are one: both are there, or neither is. */
class TraceTest {

    private static final Trace BROKEN = (tx, organization, id) -> {
        throw new IllegalStateException("no room");
    };

    @TempDir
    Path directory;

    private House house;
    private Account ann;

    private record Left(String organization, String id) {}

    @BeforeEach
    void open() {
        house = new House(directory, new SetClock(), List.of("standard", "large"));
        house.organization("example.org");
        ann = house.account("ann@example.org");
        house.token(ann.email());
    }

    @AfterEach
    void close() {
        house.close();
    }

    /** All that the operations change. */
    private String state() {
        return house.store.read(Scope.system(), snapshot -> {
            List<String> state = new ArrayList<>();
            for (String part : List.of(
                    "n || name || state || plan || coalesce(display_name, '') FROM organization",
                    "n || name || state || role FROM account_identity",
                    "n || name FROM app_password",
                    "n FROM device_session")) {
                state.addAll(snapshot.sql().select("SELECT " + part, row -> String.valueOf(row.text(1))));
            }
            return state.toString();
        });
    }

    private Map<String, Consumer<Trace>> acts() {
        Map<String, Consumer<Trace>> acts = new LinkedHashMap<>();
        ofTenants(acts);
        ofAccounts(acts);
        ofSecrets(acts);
        return acts;
    }

    private void ofTenants(Map<String, Consumer<Trace>> acts) {
        String id = ann.organization();
        Organizations organizations = house.organizations;
        acts.put(
                "tenant update",
                trace -> new UpdateTenant(organizations, house.tenantViews)
                        .run(new UpdateTenant.Arguments(id, "Another", null, null, Map.of()), trace));
        acts.put(
                "tenant branding",
                trace -> new SetBranding(organizations, house.tenantViews)
                        .run(new SetBranding.Arguments(id, "Shown", null, null, null), trace));
        acts.put(
                "tenant plan",
                trace -> new SetPlan(organizations, house.plans, house.tenantViews)
                        .run(new SetPlan.Arguments(id, "large"), trace));
    }

    private void ofAccounts(Map<String, Consumer<Trace>> acts) {
        Members members = house.members;
        AccountViews views = house.accountViews;
        OneAccount one = new OneAccount(ann.id());
        acts.put(
                "account create",
                trace -> new CreateAccount(house.identities, members, views)
                        .run(
                                new CreateAccount.Arguments(
                                        "bob@example.org", House.PASSWORD, null, null, Role.USER, null, List.of()),
                                trace));
        acts.put(
                "account batch",
                trace -> new Batch(house.identities, house.passwords, members, views)
                        .create(
                                List.of(new CreateAccounts.Row(
                                        "cyd@example.org", House.PASSWORD, null, null, null, null, null)),
                                trace));
        acts.put(
                "account update",
                trace -> new UpdateAccount(members, views)
                        .run(new UpdateAccount.Arguments(ann.id(), "Ann", null, null, null), trace));
        acts.put("account disable", trace -> new DisableAccount(members, views).run(one, trace));
        acts.put("account enable", trace -> new EnableAccount(members, views).run(one, trace));
        acts.put(
                "account role",
                trace -> new SetRole(members, views).run(new SetRole.Arguments(ann.id(), Role.TENANT_ADMIN), trace));
        OneAddress address = new OneAddress(ann.email());
        acts.put("operator grant", trace -> new GrantOperator(members, views).run(address, trace));
        acts.put("operator revoke", trace -> new RevokeOperator(members, views).run(address, trace));
    }

    private void ofSecrets(Map<String, Consumer<Trace>> acts) {
        StoredAppPasswords appPasswords = new StoredAppPasswords();
        acts.put(
                "app-password create",
                trace -> new CreateAppPassword(house.identities, appPasswords)
                        .run(new CreateAppPassword.Arguments(ann.email(), "phone"), trace));
        acts.put(
                "app-password revoke",
                trace -> new RevokeAppPassword(house.identities, appPasswords)
                        .run(
                                new RevokeAppPassword.Arguments(
                                        house.identities
                                                .readIn(ann, appPasswords::all)
                                                .get(0)
                                                .id(),
                                        ann.email()),
                                trace));
        acts.put("session revoke", trace -> {
            String session = house.identities
                    .read(snapshot -> TokenRows.all(snapshot.sql(), Optional.empty()))
                    .get(0)
                    .id();
            new RevokeSession(house.identities, house.sessions).run(new RevokeSession.Arguments(session), trace);
        });
    }

    @Test
    @Covers(value = "ADM-36", part = "an act and its entry")
    void anActAndItsEntryAreOne() {
        acts().forEach((name, act) -> {
            if (name.equals("session revoke")) {
                house.token(ann.email());
            }
            String before = state();
            assertThatIllegalStateException()
                    .as(name)
                    .isThrownBy(() -> act.accept(BROKEN))
                    .withMessage("no room");
            assertThat(state()).as(name).isEqualTo(before);
            List<Left> left = new ArrayList<>();
            act.accept((tx, organization, id) -> left.add(new Left(organization, id)));
            assertThat(state()).as(name).isNotEqualTo(before);
            assertThat(left)
                    .as(name)
                    .hasSize(1)
                    .allMatch(one -> one.organization().equals(ann.organization()));
        });
    }

    @Test
    void anOrganizationIsFoundedTogetherWithItsEntry() {
        CreateTenant create = new CreateTenant(house.identities, house.plans, house.tenantViews);
        CreateTenant.Arguments given = new CreateTenant.Arguments(null, List.of("new.test"), null, null, null);
        String before = state();
        assertThatIllegalStateException().isThrownBy(() -> create.run(given, BROKEN));
        assertThat(state()).isEqualTo(before);
        List<Left> left = new ArrayList<>();
        TenantView made = create.run(given, (tx, organization, id) -> left.add(new Left(organization, id)));
        assertThat(left).containsExactly(new Left(made.id(), made.id()));
    }
}

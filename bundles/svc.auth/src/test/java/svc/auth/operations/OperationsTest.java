package svc.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.health.Finding;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.Reason;
import svc.testkit.SetClock;

class OperationsTest {

    private static final String MAIL = "urn:ietf:params:jmap:mail";

    @TempDir
    Path directory;

    private House house;

    @BeforeEach
    void open() {
        house = new House(directory, new SetClock());
    }

    @AfterEach
    void close() {
        house.close();
    }

    private TenantView tenant(@Nullable String name, String... domains) {
        return new CreateTenant(house.identities, house.plans, house.tenantViews)
                .run(new CreateTenant.Arguments(name, List.of(domains), null, null, null));
    }

    private TenantView tenantWith(String domain, @Nullable String email, @Nullable String password) {
        return new CreateTenant(house.identities, house.plans, house.tenantViews)
                .run(new CreateTenant.Arguments(null, List.of(domain), null, email, password));
    }

    private AccountView account(String email, String password, @Nullable String name) {
        return new CreateAccount(house.identities, house.members, house.accountViews)
                .run(new CreateAccount.Arguments(email, password, name, null, Role.USER, null, List.of()));
    }

    private List<TenantView> tenants() {
        return new ListTenants(house.organizations, house.tenantViews)
                .run(new ListTenants.Arguments(100, null, null))
                .items();
    }

    private List<AccountView> accounts(@Nullable String tenant) {
        return new ListAccounts(house.members, house.accountViews)
                .run(new ListAccounts.Arguments(100, null, tenant, null))
                .items();
    }

    private TenantView update(String id, Map<String, Object> capabilities) {
        return new UpdateTenant(house.organizations, house.tenantViews)
                .run(new UpdateTenant.Arguments(id, null, null, null, capabilities));
    }

    @Test
    void whatIsCreatedIsListed() {
        TenantView first = tenant("  First  ", "Example.ORG", "example.org", "müller.example");
        TenantView second = tenant("Second", "example.com");
        assertThat(first)
                .isEqualTo(new TenantView(
                        "t1",
                        "First",
                        List.of("example.org", "xn--mller-kva.example"),
                        "standard",
                        "active",
                        new Organization.Branding(null, null, null, null),
                        Map.of(),
                        "2030-01-01T00:00:00Z"));
        assertThat(tenants()).containsExactly(first, second);
        AccountView ann = account("Ann@Müller.example", "correct horse", null);
        AccountView bob = account("bob@example.com", "correct horse", " Bob B. ");
        assertThat(ann)
                .isEqualTo(new AccountView(
                        "a1",
                        "Ann@xn--mller-kva.example",
                        "Ann@xn--mller-kva.example",
                        first.id(),
                        "user",
                        "active",
                        null,
                        0,
                        List.of(),
                        "2030-01-01T00:00:00Z",
                        null,
                        null));
        assertThat(bob.name()).isEqualTo("Bob B.");
        assertThat(accounts(null)).containsExactly(ann, bob);
        assertThat(accounts(second.id())).containsExactly(bob);
    }

    @Test
    void anOrganizationAndItsFirstAccountAreMadeTogetherOrNotAtAll() {
        tenant("First", "example.com");
        refused(Reason.INVALID, "email", "an address and a password", () -> tenantWith("example.org", "ann", null));
        refused(
                Reason.INVALID,
                "email",
                "an address and a password",
                () -> tenantWith("example.org", null, "long enough"));
        refused(Reason.INVALID, "password", "8 to 256", () -> tenantWith("example.org", "ann@example.org", "short"));
        refused(
                Reason.INVALID,
                "email",
                "The domain example.com is none of the new",
                () -> tenantWith("example.org", "ann@example.com", "correct horse"));
        assertThat(tenants()).hasSize(1);
        TenantView made = tenantWith("example.org", "ann@Example.org", "correct horse");
        assertThat(made.name()).isEqualTo("example.org");
        assertThat(accounts(made.id())).extracting(AccountView::email).containsExactly("ann@example.org");
    }

    @Test
    void aCapabilityIsSwitchedOffAndOn() {
        TenantView tenant = tenant("First", "example.org");
        assertThat(update(tenant.id(), Map.of(MAIL, "false", "urn:example:x", "true"))
                        .capabilities())
                .isEqualTo(Map.of(MAIL, false));
        assertThat(tenants().get(0).capabilities()).isEqualTo(Map.of(MAIL, false));
        assertThat(update(tenant.id(), Map.of(MAIL, true)).capabilities()).isEmpty();
    }

    @Test
    void whatCannotBeIsRefusedInTwoSentencesAndChangesNothing() {
        TenantView tenant = tenant("First", "example.org");
        account("ann@example.org", "correct horse", null);
        List<TenantView> before = tenants();
        refused(Reason.INVALID, "domains", "at least one domain", () -> tenant("X"));
        refused(Reason.INVALID, "domains", "exa mple.org is no domain", () -> tenant("X", "exa mple.org"));
        refused(Reason.INVALID, "name", "1 to 200 characters", () -> tenant(" ", "example.net"));
        refused(Reason.INVALID, "name", "1 to 200 characters", () -> tenant("a\nb", "example.net"));
        refused(Reason.INVALID, "name", "1 to 200 characters", () -> tenant("a".repeat(201), "example.net"));
        refused(
                Reason.CONFLICT,
                "domains",
                "example.org belongs to organization t1",
                () -> tenant("X", "example.net", "EXAMPLE.org"));
        refused(Reason.INVALID, "email", "no e-mail address", () -> account("ann", "correct horse", null));
        refused(Reason.INVALID, "email", "The empty text is no", () -> account("", "correct horse", null));
        refused(
                Reason.NOT_FOUND,
                "email",
                "No organization has the domain example.net",
                () -> account("ann@example.net", "correct horse", null));
        refused(
                Reason.CONFLICT,
                "email",
                "an account ann@example.org already",
                () -> account("ANN@example.org", "correct horse", null));
        refused(Reason.INVALID, "password", "8 to 256 characters", () -> account("b@example.org", "1234567", null));
        refused(
                Reason.INVALID,
                "password",
                "8 to 256 characters",
                () -> account("b@example.org", "a".repeat(257), null));
        refused(Reason.NOT_FOUND, "id", "no organization t9", () -> update("t9", Map.of(MAIL, "false")));
        refused(Reason.NOT_FOUND, "id", "no organization x", () -> accounts("x"));
        refused(Reason.INVALID, "id", "Nothing is said", () -> update(tenant.id(), Map.of()));
        refused(Reason.INVALID, "capabilities", "true or false", () -> update(tenant.id(), Map.of(MAIL, "no")));
        refused(Reason.INVALID, "capabilities", "mail is no name", () -> update(tenant.id(), Map.of("mail", "false")));
        assertThat(tenants()).isEqualTo(before);
        assertThat(accounts(null)).hasSize(1);
    }

    private static void refused(Reason reason, String field, String sentence, ThrowingCallable call) {
        assertThatExceptionOfType(OperationProblem.class).isThrownBy(call).satisfies(problem -> {
            assertThat(problem.reason()).isEqualTo(reason);
            assertThat(problem.errors()).singleElement().satisfies(error -> {
                assertThat(error.field()).isEqualTo(field);
                assertThat(error.reason()).contains(sentence);
            });
            assertThat(problem.detail()).contains(sentence).matches("(?s).+[.] .+[.]");
        });
    }

    @Test
    void theDoctorSaysHowToBegin() {
        assertThat(finding().status()).isEqualTo(Finding.Status.WARN);
        assertThat(finding().remedy().orElseThrow()).contains("`svc tenant create --name");
        tenant("First", "example.org");
        assertThat(finding().status()).isEqualTo(Finding.Status.WARN);
        assertThat(finding().remedy().orElseThrow()).contains("`svc account create --email");
        account("ann@example.org", "correct horse", null);
        assertThat(finding().status()).isEqualTo(Finding.Status.OK);
        assertThat(finding().facts()).isEqualTo(Map.of("organizations", 1L, "accounts", 1L));
    }

    private Finding finding() {
        return new AccountsCheck(house.identities).examine().get(0);
    }
}

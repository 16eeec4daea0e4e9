package svc.auth.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.health.Finding;
import svc.api.operation.AuditRecorder;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.PageRequest;
import svc.auth.directory.AccountsHealthCheck;
import svc.auth.operations.AliasOperations.AliasRow;
import svc.auth.operations.DomainOperations.DomainRow;
import svc.auth.storage.AuthFixture;
import svc.auth.storage.Role;
import svc.auth.storage.Tenant;
import svc.json.JacksonJson;
import svc.testkit.SettableWallClock;

class OperationsTest {

    private static final PageRequest PAGE = new PageRequest(100, "");
    private static final String MAIL = "urn:ietf:params:jmap:mail";

    @TempDir
    Path directory;

    private AuthFixture fixture;

    @BeforeEach
    void open() {
        fixture = new AuthFixture(directory, new SettableWallClock());
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private TenantView tenant(@Nullable String name, String... domains) {
        return fixture.tenantOperations.create(name, List.of(domains), null, null, null, AuditRecorder.NONE);
    }

    private TenantView tenantWith(String domain, @Nullable String email, @Nullable String password) {
        return fixture.tenantOperations.create(null, List.of(domain), null, email, password, AuditRecorder.NONE);
    }

    private AccountView account(String email, String password, @Nullable String name) {
        return fixture.accountOperations.create(
                email, password, name, null, Role.USER, null, List.of(), AuditRecorder.NONE);
    }

    private List<TenantView> tenants() {
        return fixture.tenantOperations.list(PAGE, null).items();
    }

    private List<AccountView> accounts(@Nullable String tenant) {
        return fixture.accountOperations.list(PAGE, tenant, null).items();
    }

    private TenantView update(String id, Map<String, Object> capabilities) {
        return fixture.tenantOperations.update(id, null, null, false, null, capabilities, AuditRecorder.NONE);
    }

    @Test
    void createdTenantsAndAccountsAreListed() {
        TenantView first = tenant("  First  ", "Example.ORG", "example.org", "müller.example");
        TenantView second = tenant("Second", "example.com");
        assertThat(first)
                .isEqualTo(new TenantView(
                        "t1",
                        "First",
                        List.of("example.org", "xn--mller-kva.example"),
                        "standard",
                        "active",
                        new Tenant.Branding(null, null, null, null),
                        Map.of(),
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
                "The domain example.com is not a domain of the new",
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
        assertThat(tenants().get(0).reasons())
                .containsOnlyKeys(MAIL)
                .containsValue("It is switched off for the organization.");
        assertThat(update(tenant.id(), Map.of(MAIL, true)).capabilities()).isEmpty();
    }

    @Test
    void nullRemovesAToggle() {
        TenantView tenant = tenant("First", "example.org");
        update(tenant.id(), Map.of(MAIL, "false"));
        Map<String, Object> none = new HashMap<>();
        none.put(MAIL, null);
        assertThat(update(tenant.id(), none).capabilities()).isEmpty();
        assertThat(fixture.count("organization_capability")).isZero();
        update(tenant.id(), Map.of(MAIL, "false"));
        assertThat(update(tenant.id(), Map.of(MAIL, "null")).capabilities()).isEmpty();
    }

    @Test
    void invalidRequestsAreRejectedWithARemedyAndChangeNothing() {
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
        refused(Reason.INVALID, "email", "not an e-mail address", () -> account("ann", "correct horse", null));
        refused(Reason.INVALID, "email", "The empty text is no", () -> account("", "correct horse", null));
        refused(
                Reason.INVALID,
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
        refused(Reason.NOT_FOUND, "tenant", "no organization x", () -> accounts("x"));
        refused(Reason.INVALID, "id", "no changes", () -> update(tenant.id(), Map.of()));
        refused(Reason.INVALID, "capabilities", "true, false or null", () -> update(tenant.id(), Map.of(MAIL, "no")));
        refused(
                Reason.INVALID,
                "capabilities",
                "mail is not the URN",
                () -> update(tenant.id(), Map.of("mail", "false")));
        assertThat(tenants()).isEqualTo(before);
        assertThat(accounts(null)).hasSize(1);
    }

    @Test
    void aMalformedRowOfABatchFailsAlone() {
        tenant("First", "example.org");
        AccountBatch batch = new AccountBatch(
                fixture.identities, fixture.passwords, fixture.members, fixture.plans, new JacksonJson());
        String password = "correct horse";
        List<Object> rows = List.of(
                Map.of("email", "ann@example.org", "password", password),
                "no object",
                Map.of("email", "bob@example.org", "password", password, "colour", "red"),
                Map.of("email", 7, "password", password),
                Map.of("email", "cyd@example.org", "password", password, "quota_bytes", "much"),
                Map.of("email", "dan@example.net", "password", password),
                Map.of("email", "eve@example.org", "password", password, "tenant_id", "t1"));
        List<AccountBatch.Result> results =
                batch.create(rows, AuditRecorder.NONE).results();
        assertThat(results)
                .extracting(AccountBatch.Result::status)
                .containsExactly("created", "error", "error", "error", "error", "error", "created");
        assertThat(results.subList(1, 6))
                .allSatisfy(result -> assertThat(result.problem()).containsEntry("reason", "invalid"));
        assertThat(results.toString()).doesNotContain(password);
        assertThat(accounts(null)).hasSize(2);
    }

    @Test
    void domainsAreAddedAndRemovedOneByOne() {
        String id = tenant("First", "example.org").id();
        tenant("Second", "example.com");
        account("ann@example.org", "correct horse", null);
        DomainOperations operations = new DomainOperations(fixture.organizations);
        assertThat(operations.add(id, "Example.NET", AuditRecorder.NONE))
                .extracting(DomainRow::domain)
                .containsExactly("example.net", "example.org");
        refused(
                Reason.CONFLICT,
                "domain",
                "example.com belongs to organization t2",
                () -> operations.add(id, "example.com", AuditRecorder.NONE));
        refused(Reason.INVALID, "domain", "no domain", () -> operations.add(id, "exa mple", AuditRecorder.NONE));
        refused(
                Reason.CONFLICT,
                "domain",
                "accounts with addresses of the domain example.org",
                () -> operations.remove(id, "example.org", AuditRecorder.NONE));
        refused(
                Reason.NOT_FOUND,
                "domain",
                "has no domain example.com",
                () -> operations.remove(id, "example.com", AuditRecorder.NONE));
        assertThat(operations.remove(id, "example.net", AuditRecorder.NONE))
                .containsExactly(new DomainRow("example.org"));
        refused(
                Reason.CONFLICT,
                "domain",
                "at least one domain",
                () -> operations.remove("t2", "example.com", AuditRecorder.NONE));
        assertThat(operations.list(id)).containsExactly(new DomainRow("example.org"));
    }

    @Test
    void anUpdateDoesNotTakeDomainsOrAliasesAwayUnlessItSaysSo() {
        String id = tenant("First", "example.org", "example.net").id();
        String ann = account("ann@example.org", "correct horse", null).id();
        new AliasOperations(fixture.members).add(ann, "info@example.org", null, AuditRecorder.NONE);
        refused(
                Reason.CONFLICT,
                "domains",
                "would remove example.net",
                () -> domains(id, false, "example.org", "example.com"));
        refused(
                Reason.CONFLICT,
                "aliases",
                "would remove info@example.org",
                () -> aliases(ann, false, "x@example.org"));
        assertThat(domains(id, false, "example.org", "example.net", "example.com")
                        .domains())
                .hasSize(3);
        assertThat(domains(id, true, "example.org").domains()).containsExactly("example.org");
        assertThat(aliases(ann, false, "Info@example.org", "x@example.org").aliases())
                .hasSize(2);
        assertThat(aliases(ann, true, "y@example.org").aliases()).containsExactly("y@example.org");
        assertThat(aliases(ann, false, "").aliases()).isEmpty();
    }

    private TenantView domains(String id, boolean replace, String... domains) {
        return fixture.tenantOperations.update(id, null, List.of(domains), replace, null, Map.of(), AuditRecorder.NONE);
    }

    private AccountView aliases(String id, boolean replace, String... aliases) {
        return fixture.accountOperations.update(
                id, null, null, true, null, List.of(aliases), replace, AuditRecorder.NONE);
    }

    @Test
    void anAccountIsNamedByAnyOfItsAddressesOrItsId() {
        String tenant = tenant("First", "example.org").id();
        AccountView ann = account("ann@example.org", "correct horse", null);
        AliasOperations aliases = new AliasOperations(fixture.members);
        assertThat(aliases.add("Ann@Example.org", "info@example.org", null, AuditRecorder.NONE))
                .containsExactly(new AliasRow("info@example.org", null));
        for (String named : List.of(ann.id(), "ann@example.org", "INFO@example.org")) {
            assertThat(fixture.accountOperations.show(named).id()).isEqualTo(ann.id());
            assertThat(fixture.identities.account("account", named).id()).isEqualTo(ann.id());
        }
        for (String nobody : List.of("a9", "nonsense", "@", "bob@example.org", tenant)) {
            refused(
                    Reason.NOT_FOUND,
                    "id",
                    "There is no account " + nobody,
                    () -> fixture.accountOperations.show(nobody));
        }
        refused(
                Reason.NOT_FOUND,
                "account",
                "There is no account bob@example.org",
                () -> fixture.identities.account("account", "bob@example.org"));
        refused(
                Reason.CONFLICT,
                "alias",
                "an account ann@example.org already",
                () -> aliases.add(ann.id(), "ann@example.org", null, AuditRecorder.NONE));
        assertThat(aliases.remove("info@example.org", "Info@example.org", AuditRecorder.NONE))
                .isEmpty();
        refused(
                Reason.NOT_FOUND,
                "alias",
                "no further address info@example.org",
                () -> aliases.remove(ann.id(), "info@example.org", AuditRecorder.NONE));
        assertThat(aliases.list("ann@example.org")).isEmpty();
    }

    private static void refused(Reason reason, String field, String sentence, ThrowingCallable call) {
        assertThatExceptionOfType(OperationException.class).isThrownBy(call).satisfies(problem -> {
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
        return new AccountsHealthCheck(fixture.identities).run().get(0);
    }
}

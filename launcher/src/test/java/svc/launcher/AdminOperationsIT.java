package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** Accounts on the admin interface, and what their users see. */
final class AdminOperationsIT {

    @TempDir
    private static Path home;

    private static RunningServer server;
    private static AdminApi api;

    @BeforeAll
    static void start() {
        server = SvcCommand.svc().start(home).ready();
        api = new AdminApi(server);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static int login(String email) {
        return SignedIn.login(server, email, SignedIn.PASSWORD).statusCode();
    }

    @Test
    @Covers({"ADM-07", "ADM-09"})
    void anAccountIsMadeFoundChangedAndSignsIn() {
        String tenant = api.tenant("one.test");
        HttpResponse<String> made = server.admin(
                "POST",
                "/accounts",
                "{\"email\":\"ann@one.test\",\"password\":\"" + SignedIn.PASSWORD
                        + "\",\"aliases\":[\"info@one.test\"],\"tenant_id\":\"" + tenant + "\",\"quota_bytes\":5000}");
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        String id = SignedIn.json(made).path("id").asText();
        assertThat(made.headers().firstValue("Location"))
                .hasValueSatisfying(at -> assertThat(at).endsWith("/accounts/" + id));
        assertThat(login("ann@one.test")).isEqualTo(200);
        assertThat(login("info@one.test"))
                .as("further addresses take mail in, they do not sign in")
                .isEqualTo(401);
        JsonNode shown = api.ok(200, "GET", "/accounts/" + id, "");
        assertThat(shown.path("last_sign_in_at").asText()).isNotEmpty();
        assertThat(shown.path("role").asText()).isEqualTo("user");
        assertThat(shown.path("quota_bytes").asInt()).isEqualTo(5000);
        for (String taken : List.of("ann@one.test", "INFO@one.test")) {
            api.ok(409, "POST", "/accounts", "{\"email\":\"" + taken + "\",\"password\":\"long enough\"}");
        }
        api.account("bob@one.test", "");
        api.ok(409, "PUT", "/accounts/" + id, "{\"aliases\":[\"bob@one.test\"]}");
        api.ok(400, "PUT", "/accounts/" + id, "{\"aliases\":[\"x@elsewhere.test\"]}");
        api.ok(400, "POST", "/accounts", "{\"email\":\"nonsense\",\"password\":\"long enough\"}");
        api.ok(400, "POST", "/accounts", "{\"email\":\"a@nowhere.test\",\"password\":\"long enough\"}");
        api.ok(400, "PUT", "/accounts/" + id, "{\"colour\":\"red\"}");
        api.ok(404, "PUT", "/accounts/a9zz", "{\"name\":\"x\"}");
        api.ok(404, "GET", "/accounts/a9zz", "");
        JsonNode changed = api.ok(
                200,
                "PUT",
                "/accounts/" + id,
                "{\"name\":\"Ann\",\"password\":\"another long one\",\"quota_bytes\":0,\"aliases\":[]}");
        assertThat(changed.path("name").asText()).isEqualTo("Ann");
        assertThat(changed.has("quota_bytes")).isFalse();
        assertThat(changed.toString()).doesNotContain("another long one").doesNotContain("argon2");
        assertThat(login("ann@one.test")).isEqualTo(401);
        JsonNode first = api.ok(200, "GET", "/accounts?limit=1&tenant=" + tenant, "");
        assertThat(first.path("total").asInt()).isEqualTo(2);
        assertThat(first.path("next").asText()).isEqualTo(id);
        JsonNode second = api.ok(200, "GET", "/accounts?limit=1&tenant=" + tenant + "&cursor=" + id, "");
        assertThat(second.path("items").findValuesAsText("email")).containsExactly("bob@one.test");
        assertThat(second.has("next")).isFalse();
        assertThat(api.ok(200, "GET", "/accounts?q=BOB", "").path("total").asInt())
                .isOne();
        api.ok(400, "GET", "/accounts?colour=red", "");
        api.ok(400, "GET", "/accounts?cursor=x", "");
        api.ok(404, "GET", "/accounts?tenant=t9zz", "");
    }

    @Test
    @Covers("ADM-08")
    void aBatchCreatesTheValidAccountsAndReportsTheOthers() {
        api.tenant("two.test");
        String good = "{\"email\":\"%s@two.test\",\"password\":\"long enough\"}";
        JsonNode results = api.ok(
                        200,
                        "POST",
                        "/accounts/batch",
                        "{\"accounts\":[" + good.formatted("a") + ",{\"email\":\"nonsense\"}," + good.formatted("b")
                                + "," + good.formatted("a") + ",7,{\"email\":7},{\"colour\":\"red\"}]}")
                .path("results");
        assertThat(results.findValuesAsText("status").subList(0, 1)).containsExactly("created");
        List<String> statuses = new ArrayList<>();
        results.forEach(result -> statuses.add(result.path("status").asText()));
        assertThat(statuses).containsExactly("created", "error", "created", "error", "error", "error", "error");
        assertThat(results.get(1).path("problem").path("reason").asText()).isEqualTo("invalid");
        assertThat(results.get(3).path("problem").path("reason").asText()).isEqualTo("conflict");
        api.ok(400, "POST", "/accounts/batch", "{\"accounts\":[]}");
        api.ok(400, "POST", "/accounts/batch", "{}");
        api.ok(400, "POST", "/accounts/batch", "{\"accounts\":[" + "{},".repeat(500) + "{}]}");
    }

    @Test
    @Covers({"ADM-09", "ADM-21", "ADM-37"})
    void domainsAndAliasesComeAndGoOneByOneAndAnAddressNamesItsAccount() {
        String tenant = "/tenants/" + api.tenant("list.test");
        String id = api.account("ann@list.test", "").path("id").asText();
        String domains = tenant + "/domains";
        assertThat(api.ok(201, "POST", domains, "{\"domain\":\"More.test\"}").findValuesAsText("domain"))
                .containsExactly("list.test", "more.test");
        api.ok(409, "POST", domains, "{\"domain\":\"more.test\"}");
        assertThat(api.ok(409, "PUT", tenant, "{\"domains\":[\"list.test\"]}")
                        .path("detail")
                        .asText())
                .contains("would remove more.test", "DELETE /admin/v1/tenants/{id}/domains/{domain}", "give replace ");
        api.ok(409, "DELETE", domains + "/list.test", "");
        String aliases = "/accounts/ann@list.test/aliases";
        assertThat(api.ok(201, "POST", aliases, "{\"alias\":\"info@more.test\"}")
                        .findValuesAsText("alias"))
                .containsExactly("info@more.test");
        assertThat(api.ok(200, "GET", "/accounts/INFO%40more.test", "")
                        .path("id")
                        .asText())
                .isEqualTo(id);
        api.ok(409, "DELETE", domains + "/more.test", "");
        assertThat(api.ok(200, "DELETE", aliases + "/info@more.test", "")).isEmpty();
        assertThat(api.ok(200, "GET", aliases, "")).isEmpty();
        assertThat(api.ok(200, "DELETE", domains + "/more.test", "").findValuesAsText("domain"))
                .containsExactly("list.test");
        JsonNode missing = api.ok(404, "GET", "/accounts/bob@list.test", "");
        assertThat(missing.path("detail").asText())
                .isEqualTo("There is no account bob@list.test. Take an address or an id from GET /admin/v1/accounts.");
        JsonNode unknown = api.ok(404, "GET", "/accounts?tenant=nope", "");
        assertThat(unknown.at("/errors/0/field").asText()).isEqualTo("tenant");
        assertThat(server.command("", "account", "show", "ann@list.test", "--json")
                        .out())
                .contains(id);
        api.ok(202, "POST", "/reindex-blobs", "{\"tenant_id\":\"" + tenant.substring("/tenants/".length()) + "\"}");
        api.ok(404, "POST", "/reindex-blobs", "{\"tenant_id\":\"t9zz\"}");
    }

    @Test
    @Covers("ADM-26")
    void aNetworkThatIsTrustedAgainKeepsItsNote() {
        api.ok(201, "POST", "/whitelist", "{\"ip\":\"198.51.100.0/24\",\"note\":\"the office\"}");
        assertThat(api.ok(201, "POST", "/whitelist", "{\"ip\":\"198.51.100.0/24\"}")
                        .path("note")
                        .asText())
                .isEqualTo("the office");
    }

    @Test
    @Covers(value = "ADM-11", part = "signing in")
    void aStateIsSetAtOnce() {
        api.tenant("three.test");
        SignedIn ann = SignedIn.as(server, "ann@three.test");
        String path = "/accounts/" + ann.accountId();
        for (int i = 0; i < 2; i++) {
            assertThat(api.ok(200, "POST", path + "/disable", "").path("state").asText())
                    .isEqualTo("disabled");
            assertThat(login("ann@three.test")).isEqualTo(401);
            assertThat(ann.get("/.well-known/jmap").statusCode()).isEqualTo(401);
        }
        for (int i = 0; i < 2; i++) {
            assertThat(api.ok(200, "POST", path + "/enable", "").path("state").asText())
                    .isEqualTo("active");
        }
        assertThat(login("ann@three.test")).isEqualTo(200);
    }

    @Test
    @Covers(
            value = {"ADM-12", "SEC-02"},
            open = "the capability of an organization's admin, and admin objects over JMAP")
    void aRoleIsSetAndTheRightsOverAllAreGivenAtTheConsole() {
        api.tenant("role.test");
        SignedIn ann = SignedIn.as(server, "ann@role.test");
        String path = "/accounts/" + ann.accountId();
        assertThat(api.ok(200, "PUT", path + "/role", "{\"role\":\"tenant-admin\"}")
                        .path("role")
                        .asText())
                .isEqualTo("tenant-admin");
        assertThat(api.ok(403, "PUT", path + "/role", "{\"role\":\"instance-operator\"}")
                        .path("detail")
                        .asText())
                .contains("svc operator grant");
        api.ok(400, "PUT", path + "/role", "{\"role\":\"king\"}");
        assertThat(api.ok(200, "GET", path, "").path("role").asText()).isEqualTo("tenant-admin");
        String bea = "{\"email\":\"bea@role.test\",\"password\":\"long enough\",\"role\":\"instance-operator\"}";
        api.ok(403, "POST", "/accounts", bea);
        assertThat(api.ok(200, "POST", "/accounts/batch", "{\"accounts\":[" + bea + "]}")
                        .at("/results/0/problem/reason")
                        .asText())
                .isEqualTo("forbidden");
        assertThat(server.command("", "account", "role", ann.accountId(), "instance-operator", "--json")
                        .out())
                .as("no more at the console by the command for an organization's roles")
                .contains("\"forbidden\"");
        assertThat(api.ok(200, "GET", "/accounts?q=bea@role.test", "")
                        .path("total")
                        .asInt())
                .isZero();
        assertThat(server.command("", "operator", "list", "--json").out()).isEqualTo("[]\n");
        assertThat(server.command("", "operator", "grant", "ann@role.test").exit())
                .isZero();
        assertThat(server.command("", "operator", "list", "--json").out()).contains("ann@role.test");
        api.ok(403, "PUT", path + "/role", "{\"role\":\"user\"}");
        assertThat(server.command("", "operator", "revoke", "ann@role.test").exit())
                .isZero();
        assertThat(server.command("", "operator", "list", "--json").out()).isEqualTo("[]\n");
        assertThat(server.admin("GET", "/operators", "").statusCode()).isEqualTo(404);
    }

    @Test
    @Covers(value = "ADM-36", part = "what must not be there")
    void jmapMethodsHaveNoAdminRoute() {
        for (String path : List.of("/audit", "/journaling", "/principals", "/jobs", "/operators")) {
            assertThat(server.admin("GET", path, "").statusCode()).as(path).isEqualTo(404);
        }
    }
}

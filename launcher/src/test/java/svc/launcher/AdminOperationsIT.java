package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** Tenants and accounts on the admin interface, and what their users see. */
final class AdminOperationsIT {

    private static final String RESOURCES = "urn:svc:params:jmap:v2:resource-limits";

    @TempDir
    private static Path home;

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = SvcCommand.svc()
                .start(
                        home,
                        "--set",
                        "tenants.plans=[\"standard\",\"small quota_bytes=1000 accounts=2 capabilities=urn:example:none\"]")
                .ready();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static JsonNode ok(int status, String method, String path, String body) {
        HttpResponse<String> answer = server.admin(method, path, body);
        assertThat(answer.statusCode())
                .as(method + " " + path + ": " + answer.body())
                .isEqualTo(status);
        return SignedIn.json(answer);
    }

    private static String tenant(String domain) {
        return ok(201, "POST", "/tenants", "{\"name\":\"" + domain + "\",\"domains\":[\"" + domain + "\"]}")
                .path("id")
                .asText();
    }

    private static JsonNode account(String email, String more) {
        return ok(
                201,
                "POST",
                "/accounts",
                "{\"email\":\"" + email + "\",\"password\":\"" + SignedIn.PASSWORD + "\"" + more + "}");
    }

    private static int login(String email) {
        return SignedIn.login(server, email, SignedIn.PASSWORD).statusCode();
    }

    @Test
    @Covers({"ADM-07", "ADM-09"})
    void anAccountIsMadeFoundChangedAndSignsIn() {
        String tenant = tenant("one.test");
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
        JsonNode shown = ok(200, "GET", "/accounts/" + id, "");
        assertThat(shown.path("last_sign_in_at").asText()).isNotEmpty();
        assertThat(shown.path("role").asText()).isEqualTo("user");
        assertThat(shown.path("quota_bytes").asInt()).isEqualTo(5000);
        for (String taken : List.of("ann@one.test", "INFO@one.test")) {
            ok(409, "POST", "/accounts", "{\"email\":\"" + taken + "\",\"password\":\"long enough\"}");
        }
        account("bob@one.test", "");
        ok(409, "PUT", "/accounts/" + id, "{\"aliases\":[\"bob@one.test\"]}");
        ok(400, "PUT", "/accounts/" + id, "{\"aliases\":[\"x@elsewhere.test\"]}");
        ok(400, "POST", "/accounts", "{\"email\":\"nonsense\",\"password\":\"long enough\"}");
        ok(400, "POST", "/accounts", "{\"email\":\"a@nowhere.test\",\"password\":\"long enough\"}");
        ok(400, "PUT", "/accounts/" + id, "{\"colour\":\"red\"}");
        ok(404, "PUT", "/accounts/a9zz", "{\"name\":\"x\"}");
        ok(404, "GET", "/accounts/a9zz", "");
        JsonNode changed = ok(
                200,
                "PUT",
                "/accounts/" + id,
                "{\"name\":\"Ann\",\"password\":\"another long one\",\"quota_bytes\":0,\"aliases\":[]}");
        assertThat(changed.path("name").asText()).isEqualTo("Ann");
        assertThat(changed.has("quota_bytes")).isFalse();
        assertThat(changed.toString()).doesNotContain("another long one").doesNotContain("argon2");
        assertThat(login("ann@one.test")).isEqualTo(401);
        JsonNode first = ok(200, "GET", "/accounts?limit=1&tenant=" + tenant, "");
        assertThat(first.path("total").asInt()).isEqualTo(2);
        assertThat(first.path("next").asText()).isEqualTo(id);
        JsonNode second = ok(200, "GET", "/accounts?limit=1&tenant=" + tenant + "&cursor=" + id, "");
        assertThat(second.path("items").findValuesAsText("email")).containsExactly("bob@one.test");
        assertThat(second.has("next")).isFalse();
        assertThat(ok(200, "GET", "/accounts?q=BOB", "").path("total").asInt()).isOne();
        ok(400, "GET", "/accounts?colour=red", "");
        ok(400, "GET", "/accounts?cursor=x", "");
        ok(404, "GET", "/accounts?tenant=t9zz", "");
    }

    @Test
    @Covers("ADM-08")
    void aBatchCreatesTheValidAccountsAndReportsTheOthers() {
        tenant("two.test");
        String good = "{\"email\":\"%s@two.test\",\"password\":\"long enough\"}";
        JsonNode results = ok(
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
        ok(400, "POST", "/accounts/batch", "{\"accounts\":[]}");
        ok(400, "POST", "/accounts/batch", "{}");
        ok(400, "POST", "/accounts/batch", "{\"accounts\":[" + "{},".repeat(500) + "{}]}");
    }

    @Test
    @Covers({"ADM-09", "ADM-21", "ADM-37"})
    void domainsAndAliasesComeAndGoOneByOneAndAnAddressNamesItsAccount() {
        String tenant = "/tenants/" + tenant("list.test");
        String id = account("ann@list.test", "").path("id").asText();
        String domains = tenant + "/domains";
        assertThat(ok(201, "POST", domains, "{\"domain\":\"More.test\"}").findValuesAsText("domain"))
                .containsExactly("list.test", "more.test");
        ok(409, "POST", domains, "{\"domain\":\"more.test\"}");
        assertThat(ok(409, "PUT", tenant, "{\"domains\":[\"list.test\"]}")
                        .path("detail")
                        .asText())
                .contains("would remove more.test", "DELETE /admin/v1/tenants/{id}/domains/{domain}", "give replace ");
        ok(409, "DELETE", domains + "/list.test", "");
        String aliases = "/accounts/ann@list.test/aliases";
        assertThat(ok(201, "POST", aliases, "{\"alias\":\"info@more.test\"}").findValuesAsText("alias"))
                .containsExactly("info@more.test");
        assertThat(ok(200, "GET", "/accounts/INFO%40more.test", "").path("id").asText())
                .isEqualTo(id);
        ok(409, "DELETE", domains + "/more.test", "");
        assertThat(ok(200, "DELETE", aliases + "/info@more.test", "")).isEmpty();
        assertThat(ok(200, "GET", aliases, "")).isEmpty();
        assertThat(ok(200, "DELETE", domains + "/more.test", "").findValuesAsText("domain"))
                .containsExactly("list.test");
        JsonNode missing = ok(404, "GET", "/accounts/bob@list.test", "");
        assertThat(missing.path("detail").asText())
                .isEqualTo("There is no account bob@list.test. Take an address or an id from GET /admin/v1/accounts.");
        JsonNode unknown = ok(404, "GET", "/accounts?tenant=nope", "");
        assertThat(unknown.at("/errors/0/field").asText()).isEqualTo("tenant");
        assertThat(server.command("", "account", "show", "ann@list.test", "--json")
                        .out())
                .contains(id);
        ok(202, "POST", "/reindex-blobs", "{\"tenant_id\":\"" + tenant.substring("/tenants/".length()) + "\"}");
        ok(404, "POST", "/reindex-blobs", "{\"tenant_id\":\"t9zz\"}");
    }

    @Test
    @Covers("ADM-26")
    void aNetworkThatIsTrustedAgainKeepsItsNote() {
        ok(201, "POST", "/whitelist", "{\"ip\":\"198.51.100.0/24\",\"note\":\"the office\"}");
        assertThat(ok(201, "POST", "/whitelist", "{\"ip\":\"198.51.100.0/24\"}")
                        .path("note")
                        .asText())
                .isEqualTo("the office");
    }

    @Test
    @Covers(value = "ADM-11", part = "signing in")
    void aStateIsSetAtOnce() {
        tenant("three.test");
        SignedIn ann = SignedIn.as(server, "ann@three.test");
        String path = "/accounts/" + ann.accountId();
        for (int i = 0; i < 2; i++) {
            assertThat(ok(200, "POST", path + "/disable", "").path("state").asText())
                    .isEqualTo("disabled");
            assertThat(login("ann@three.test")).isEqualTo(401);
            assertThat(ann.get("/.well-known/jmap").statusCode()).isEqualTo(401);
        }
        for (int i = 0; i < 2; i++) {
            assertThat(ok(200, "POST", path + "/enable", "").path("state").asText())
                    .isEqualTo("active");
        }
        assertThat(login("ann@three.test")).isEqualTo(200);
    }

    @Test
    @Covers(
            value = {"ADM-12", "SEC-02"},
            open = "the capability of an organization's admin, and admin objects over JMAP")
    void aRoleIsSetAndTheRightsOverAllAreGivenAtTheConsole() {
        tenant("role.test");
        SignedIn ann = SignedIn.as(server, "ann@role.test");
        String path = "/accounts/" + ann.accountId();
        assertThat(ok(200, "PUT", path + "/role", "{\"role\":\"tenant-admin\"}")
                        .path("role")
                        .asText())
                .isEqualTo("tenant-admin");
        assertThat(ok(403, "PUT", path + "/role", "{\"role\":\"instance-operator\"}")
                        .path("detail")
                        .asText())
                .contains("svc operator grant");
        ok(400, "PUT", path + "/role", "{\"role\":\"king\"}");
        assertThat(ok(200, "GET", path, "").path("role").asText()).isEqualTo("tenant-admin");
        String bea = "{\"email\":\"bea@role.test\",\"password\":\"long enough\",\"role\":\"instance-operator\"}";
        ok(403, "POST", "/accounts", bea);
        assertThat(ok(200, "POST", "/accounts/batch", "{\"accounts\":[" + bea + "]}")
                        .at("/results/0/problem/reason")
                        .asText())
                .isEqualTo("forbidden");
        assertThat(server.command("", "account", "role", ann.accountId(), "instance-operator", "--json")
                        .out())
                .as("no more at the console by the command for an organization's roles")
                .contains("\"forbidden\"");
        assertThat(ok(200, "GET", "/accounts?q=bea@role.test", "").path("total").asInt())
                .isZero();
        assertThat(server.command("", "operator", "list", "--json").out()).isEqualTo("[]\n");
        assertThat(server.command("", "operator", "grant", "ann@role.test").exit())
                .isZero();
        assertThat(server.command("", "operator", "list", "--json").out()).contains("ann@role.test");
        ok(403, "PUT", path + "/role", "{\"role\":\"user\"}");
        assertThat(server.command("", "operator", "revoke", "ann@role.test").exit())
                .isZero();
        assertThat(server.command("", "operator", "list", "--json").out()).isEqualTo("[]\n");
        assertThat(server.admin("GET", "/operators", "").statusCode()).isEqualTo(404);
    }

    @Test
    @Covers({"ADM-13", "ADM-21", "ADM-22", "ADM-23", "ADM-24"})
    void anOrganizationIsMadeChangedAndLimited() {
        String id = tenant("four.test");
        SignedIn ann = SignedIn.as(server, "ann@four.test");
        ok(409, "POST", "/tenants", "{\"name\":\"Again\",\"domains\":[\"four.test\"]}");
        ok(405, "DELETE", "/tenants/" + id, "");
        ok(404, "GET", "/tenants/t9zz", "");
        assertThat(ok(200, "PUT", "/tenants/" + id, "{\"name\":\"Four\",\"domains\":[\"four.test\",\"4.test\"]}")
                        .path("name")
                        .asText())
                .isEqualTo("Four");
        ok(409, "PUT", "/tenants/" + id, "{\"domains\":[\"4.test\"]}");
        ok(200, "PUT", "/tenants/" + id + "/branding", "{\"display_name\":\"4\",\"primary_color\":\"#112233\"}");
        ok(400, "PUT", "/tenants/" + id + "/branding", "{\"primary_color\":\"red\"}");
        assertThat(ok(200, "GET", "/tenants/" + id, "")
                        .path("branding")
                        .path("primary_color")
                        .asText())
                .isEqualTo("#112233");
        Set<String> all = own(ann);
        assertThat(all).isNotEmpty();
        sameEverywhere(id, ann);
        String urn = all.iterator().next();
        ok(200, "PUT", "/tenants/" + id, "{\"capabilities\":{\"" + urn + "\":false}}");
        assertThat(own(ann)).doesNotContain(urn).hasSize(all.size() - 1);
        assertThat(sameEverywhere(id, ann).path(urn).path("decided_by").asText())
                .isEqualTo("tenant");
        ok(200, "PUT", "/tenants/" + id, "{\"capabilities\":{\"" + urn + "\":true}}");
        assertThat(own(ann)).isEqualTo(all);
        ok(400, "PUT", "/tenants/" + id + "/plan", "{\"plan\":\"golden\"}");
        assertThat(ok(200, "PUT", "/tenants/" + id + "/plan", "{\"plan\":\"small\"}")
                        .path("plan")
                        .asText())
                .isEqualTo("small");
        assertThat(own(ann)).isSubsetOf(RESOURCES, "urn:ietf:params:jmap:core");
        assertThat(sameEverywhere(id, ann).path(urn).path("enabled").asBoolean())
                .isEqualTo(own(ann).contains(urn));
        assertThat(ok(200, "GET", "/accounts/" + ann.accountId(), "")
                        .path("quota_bytes")
                        .asInt())
                .isEqualTo(1000);
        account("bob@four.test", "");
        ok(409, "POST", "/accounts", "{\"email\":\"cyd@4.test\",\"password\":\"long enough\"}");
        ok(200, "PUT", "/tenants/" + id, "{\"state\":\"suspended\"}");
        assertThat(login("ann@four.test")).isEqualTo(401);
        ok(200, "PUT", "/tenants/" + id, "{\"state\":\"active\"}");
        assertThat(login("ann@four.test")).isEqualTo(200);
    }

    @Test
    @Covers({"ADM-13", "ADM-24", "ADM-39"})
    void switchingMailOffSwitchesOffAllThatDependsOnMail() {
        String mail = "urn:ietf:params:jmap:mail";
        String id = tenant("nomail.test");
        SignedIn ann = SignedIn.as(server, "ann@nomail.test");
        List<String> dependants = List.of(
                "urn:svc:params:jmap:v2:mail",
                "urn:svc:params:jmap:v2:labels",
                "urn:svc:params:jmap:v2:threads",
                "urn:ietf:params:jmap:submission",
                "urn:ietf:params:jmap:vacationresponse",
                "urn:ietf:params:jmap:mdn");
        Set<String> all = own(ann);
        assertThat(all).contains(mail).containsAll(dependants);
        JsonNode changed = ok(200, "PUT", "/tenants/" + id, "{\"capabilities\":{\"" + mail + "\":false}}");
        assertThat(own(ann)).doesNotContain(mail).doesNotContainAnyElementsOf(dependants);
        JsonNode decided = sameEverywhere(id, ann);
        for (String urn : dependants) {
            String reason = "It needs " + mail + ", which is switched off for the organization.";
            assertThat(decided.path(urn).path("reason").asText()).isEqualTo(reason);
            assertThat(changed.path("reasons").path(urn).asText()).isEqualTo(reason);
            assertThat(ann.post(
                                    "/jmap",
                                    "{\"using\":[\"urn:ietf:params:jmap:core\",\"" + urn
                                            + "\"],\"methodCalls\":[[\"Mailbox/get\"," + "{\"accountId\":\""
                                            + ann.accountId() + "\",\"ids\":null},\"c\"]]}")
                            .body())
                    .contains("urn:ietf:params:jmap:error:unknownCapability");
        }
        ok(200, "PUT", "/tenants/" + id, "{\"capabilities\":{\"" + mail + "\":null}}");
        assertThat(own(ann)).isEqualTo(all);
        sameEverywhere(id, ann);
    }

    @Test
    @Covers({"ADM-23", "ADM-24"})
    void aToggleThatCannotWorkIsRefusedOrAnsweredWithTheReason() {
        String id = tenant("toggles.test");
        String path = "/tenants/" + id;
        JsonNode refused = ok(400, "PUT", path, "{\"capabilities\":{\"urn:ietf:params:jmap:mial\":false}}");
        assertThat(refused.path("detail").asText())
                .contains(
                        "offers no capability urn:ietf:params:jmap:mial", "The nearest is urn:ietf:params:jmap:mail.");
        assertThat(ok(200, "GET", path, "").path("reasons")).isEmpty();
        ok(200, "PUT", path + "/plan", "{\"plan\":\"small\"}");
        assertThat(ok(200, "PUT", path, "{\"capabilities\":{\"urn:ietf:params:jmap:quota\":true}}")
                        .path("reasons")
                        .path("urn:ietf:params:jmap:quota")
                        .asText())
                .isEqualTo("It is not in the plan small.");
    }

    /** Returns the capabilities of an account in its session. */
    private static Set<String> own(SignedIn who) {
        Set<String> urns = new TreeSet<>();
        SignedIn.json(who.get("/.well-known/jmap"))
                .path("accounts")
                .path(who.accountId())
                .path("accountCapabilities")
                .fieldNames()
                .forEachRemaining(urns::add);
        return urns;
    }

    private static JsonNode sameEverywhere(String tenant, SignedIn who) {
        JsonNode decided = ok(200, "GET", "/accounts/" + who.accountId() + "/capabilities", "")
                .path("capabilities");
        Set<String> enabled = new TreeSet<>();
        decided.properties().forEach(entry -> {
            if (entry.getValue().path("enabled").asBoolean()) {
                enabled.add(entry.getKey());
            }
        });
        enabled.remove("urn:svc:params:jmap:v2:admin"); // only administrators can use it
        assertThat(enabled).isEqualTo(own(who));
        assertThat(ok(200, "GET", "/tenants/" + tenant + "/capabilities", "").path("capabilities"))
                .isEqualTo(decided);
        for (JsonNode row : ok(200, "GET", "/tenants/capabilities-matrix", "").path("tenants")) {
            if (row.path("id").asText().equals(tenant)) {
                for (Map.Entry<String, JsonNode> entry : decided.properties()) {
                    assertThat(row.path("enabled").path(entry.getKey()))
                            .isEqualTo(entry.getValue().path("enabled"));
                }
                return decided;
            }
        }
        throw new AssertionError("no row for " + tenant);
    }

    @Test
    @Covers(value = "ADM-36", part = "what must not be there")
    void jmapMethodsHaveNoAdminRoute() {
        for (String path : List.of("/audit", "/journaling", "/principals", "/jobs", "/operators")) {
            assertThat(server.admin("GET", path, "").statusCode()).as(path).isEqualTo(404);
        }
    }
}

package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** Tenants and their capabilities on the admin interface, and what their users see. */
final class TenantOperationsIT {

    /** The capability that only administrators have. */
    private static final String OF_ADMINISTRATORS = "urn:svc:params:jmap:v2:admin";

    private static final String RESOURCES = "urn:svc:params:jmap:v2:resource-limits";

    @TempDir
    private static Path home;

    private static RunningServer server;
    private static AdminApi api;

    @BeforeAll
    static void start() {
        server = SvcCommand.svc()
                .start(
                        home,
                        "--set",
                        "tenants.plans=[\"standard\",\"small quota_bytes=1000 accounts=2 capabilities=urn:example:none\"]")
                .ready();
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
    @Covers({"ADM-13", "ADM-21", "ADM-22", "ADM-23", "ADM-24"})
    void anOrganizationIsMadeChangedAndLimited() {
        String id = api.tenant("four.test");
        SignedIn ann = SignedIn.as(server, "ann@four.test");
        api.ok(409, "POST", "/tenants", "{\"name\":\"Again\",\"domains\":[\"four.test\"]}");
        api.ok(405, "DELETE", "/tenants/" + id, "");
        api.ok(404, "GET", "/tenants/t9zz", "");
        assertThat(api.ok(200, "PUT", "/tenants/" + id, "{\"name\":\"Four\",\"domains\":[\"four.test\",\"4.test\"]}")
                        .path("name")
                        .asText())
                .isEqualTo("Four");
        api.ok(409, "PUT", "/tenants/" + id, "{\"domains\":[\"4.test\"]}");
        api.ok(200, "PUT", "/tenants/" + id + "/branding", "{\"display_name\":\"4\",\"primary_color\":\"#112233\"}");
        api.ok(400, "PUT", "/tenants/" + id + "/branding", "{\"primary_color\":\"red\"}");
        assertThat(api.ok(200, "GET", "/tenants/" + id, "")
                        .path("branding")
                        .path("primary_color")
                        .asText())
                .isEqualTo("#112233");
        Set<String> all = own(ann);
        assertThat(all).isNotEmpty();
        sameEverywhere(id, ann);
        String urn = all.iterator().next();
        api.ok(200, "PUT", "/tenants/" + id, "{\"capabilities\":{\"" + urn + "\":false}}");
        assertThat(own(ann)).doesNotContain(urn).hasSize(all.size() - 1);
        assertThat(sameEverywhere(id, ann).path(urn).path("decided_by").asText())
                .isEqualTo("tenant");
        api.ok(200, "PUT", "/tenants/" + id, "{\"capabilities\":{\"" + urn + "\":true}}");
        assertThat(own(ann)).isEqualTo(all);
        JsonNode ofAdministrators = api.ok(200, "GET", "/accounts/" + ann.accountId() + "/capabilities", "")
                .path("capabilities")
                .path(OF_ADMINISTRATORS);
        assertThat(ofAdministrators.path("reason").asText()).contains("role of the account");
        api.ok(400, "PUT", "/tenants/" + id + "/plan", "{\"plan\":\"golden\"}");
        assertThat(api.ok(200, "PUT", "/tenants/" + id + "/plan", "{\"plan\":\"small\"}")
                        .path("plan")
                        .asText())
                .isEqualTo("small");
        assertThat(own(ann)).isSubsetOf(RESOURCES, "urn:ietf:params:jmap:core");
        assertThat(sameEverywhere(id, ann).path(urn).path("enabled").asBoolean())
                .isEqualTo(own(ann).contains(urn));
        assertThat(api.ok(200, "GET", "/accounts/" + ann.accountId(), "")
                        .path("quota_bytes")
                        .asInt())
                .isEqualTo(1000);
        api.account("bob@four.test", "");
        api.ok(409, "POST", "/accounts", "{\"email\":\"cyd@4.test\",\"password\":\"long enough\"}");
        api.ok(200, "PUT", "/tenants/" + id, "{\"state\":\"suspended\"}");
        assertThat(login("ann@four.test")).isEqualTo(401);
        api.ok(200, "PUT", "/tenants/" + id, "{\"state\":\"active\"}");
        assertThat(login("ann@four.test")).isEqualTo(200);
    }

    @Test
    @Covers({"ADM-13", "ADM-24", "ADM-39"})
    void switchingMailOffSwitchesOffAllThatDependsOnMail() {
        String mail = "urn:ietf:params:jmap:mail";
        String id = api.tenant("nomail.test");
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
        JsonNode changed = api.ok(200, "PUT", "/tenants/" + id, "{\"capabilities\":{\"" + mail + "\":false}}");
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
        api.ok(200, "PUT", "/tenants/" + id, "{\"capabilities\":{\"" + mail + "\":null}}");
        assertThat(own(ann)).isEqualTo(all);
        sameEverywhere(id, ann);
    }

    @Test
    @Covers({"ADM-23", "ADM-24"})
    void aToggleThatCannotWorkIsRefusedOrAnsweredWithTheReason() {
        String id = api.tenant("toggles.test");
        String path = "/tenants/" + id;
        JsonNode refused = api.ok(400, "PUT", path, "{\"capabilities\":{\"urn:ietf:params:jmap:mial\":false}}");
        assertThat(refused.path("detail").asText())
                .contains(
                        "offers no capability urn:ietf:params:jmap:mial", "The nearest is urn:ietf:params:jmap:mail.");
        assertThat(api.ok(200, "GET", path, "").path("reasons")).isEmpty();
        api.ok(200, "PUT", path + "/plan", "{\"plan\":\"small\"}");
        assertThat(api.ok(200, "PUT", path, "{\"capabilities\":{\"urn:ietf:params:jmap:quota\":true}}")
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

    /** Checks that all routes agree with the session. Returns the decisions for the tenant. */
    private static JsonNode sameEverywhere(String tenant, SignedIn who) {
        ObjectNode ofAccount = (ObjectNode) api.ok(200, "GET", "/accounts/" + who.accountId() + "/capabilities", "")
                .path("capabilities");
        Set<String> enabled = new TreeSet<>();
        ofAccount.properties().forEach(entry -> {
            if (entry.getValue().path("enabled").asBoolean()) {
                enabled.add(entry.getKey());
            }
        });
        assertThat(enabled).isEqualTo(own(who));
        assertThat(ofAccount.path(OF_ADMINISTRATORS).path("enabled").asBoolean())
                .isFalse();
        ObjectNode decided = (ObjectNode)
                api.ok(200, "GET", "/tenants/" + tenant + "/capabilities", "").path("capabilities");
        JsonNode shared = ofAccount.deepCopy().without(OF_ADMINISTRATORS);
        assertThat(shared).isEqualTo(decided.deepCopy().without(OF_ADMINISTRATORS));
        for (JsonNode row :
                api.ok(200, "GET", "/tenants/capabilities-matrix", "").path("tenants")) {
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
}

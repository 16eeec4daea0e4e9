package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;
import svc.testkit.Eventually;

/** Principals of accounts and groups that operators make. */
final class PrincipalsIT {

    private static final String USING =
            "{\"using\":[\"urn:ietf:params:jmap:core\",\"urn:ietf:params:jmap:principals\"],\"methodCalls\":[[\"";

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = SharedServer.plain();
    }

    private static JsonNode call(SignedIn user, String method, String arguments) {
        return SignedIn.json(user.post(
                        "/jmap",
                        USING + method + "\",{\"accountId\":\"" + user.accountId() + "\"," + arguments + "},\"c\"]]}"))
                .at("/methodResponses/0/1");
    }

    private static Set<String> names(SignedIn user) {
        Set<String> names = new TreeSet<>();
        call(user, "Principal/get", "\"ids\":null")
                .path("list")
                .forEach(principal -> names.add(principal.path("name").asText()));
        return names;
    }

    private static JsonNode command(String... words) {
        SvcCommand.Finished finished = server.command("", words);
        assertThat(finished.exit()).as(finished.toString()).isZero();
        return OperationInterface.json(finished.out());
    }

    @Test
    void changeOfTheOwnPrincipalIsAudited() {
        SignedIn cyd = SignedIn.as(server, "cyd@principals-audit.test");
        String update = "\"update\":{\"" + cyd.accountId() + "\":{\"name\":\"Cyd Charisse\"}}";
        assertThat(call(cyd, "Principal/set", update).path("updated").has(cyd.accountId()))
                .isTrue();
        assertThat(names(cyd)).containsExactly("Cyd Charisse");
        String tenant = command("account", "show", cyd.accountId(), "--json")
                .path("tenant_id")
                .asText();
        assertThat(command("audit", "list", "--tenant", tenant, "--json").toString())
                .contains("principal.update", "Cyd Charisse");
    }

    @Test
    @Covers(value = "DOM-03", open = "contacts, calendars and files")
    @Covers(value = "ACC-07", part = "principals")
    void principalsFollowTheAccountsAndGroupsOfTheOrganization() {
        SignedIn ann = SignedIn.as(server, "ann@principals.test");
        SignedIn bob = SignedIn.as(server, "bob@principals.test");
        SignedIn.as(server, "eve@elsewhere.test");
        assertThat(names(ann)).containsExactly("ann@principals.test", "bob@principals.test");
        String state = call(ann, "Principal/get", "\"ids\":[]").path("state").asText();
        String tenant = command("account", "show", ann.accountId(), "--json")
                .path("tenant_id")
                .asText();
        String group = command("group", "create", "--tenant-id", tenant, "--name", "Team", "--json")
                .path("id")
                .asText();
        command("group", "add", group, "bob@principals.test", "--json");
        command("account", "update", bob.accountId(), "--name", "Bob Bones", "--json");
        JsonNode changes = call(ann, "Principal/changes", "\"sinceState\":\"" + state + "\"");
        assertThat(changes.path("created")).hasToString("[\"" + group + "\"]");
        assertThat(changes.path("updated")).hasToString("[\"" + bob.accountId() + "\"]");
        assertThat(names(bob)).containsExactly("Bob Bones", "Team", "ann@principals.test");
        assertThat(command("group", "show", group, "--json").path("members"))
                .extracting(JsonNode::asText)
                .containsExactly("bob@principals.test");
        assertThat(server.admin("GET", "/groups/" + group, "").statusCode()).isEqualTo(404);
        command("account", "delete", bob.accountId(), "--json");
        Eventually.until(
                "the principal of the erased account is gone",
                () -> names(ann).equals(Set.of("Team", "ann@principals.test")));
        assertThat(command("group", "show", group, "--json").path("members")).isEmpty();
        assertThat(command("principal", "list", "--tenant", tenant, "--json").toString())
                .contains("Team")
                .doesNotContain("Bob Bones");
        command("group", "delete", group, "--json");
        assertThat(names(ann)).containsExactly("ann@principals.test");
    }
}

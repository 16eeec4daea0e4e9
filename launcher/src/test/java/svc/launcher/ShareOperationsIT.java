package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;
import svc.testkit.Eventually;

/** What operators do with shares, groups and accounts, as owners and guests see it. */
final class ShareOperationsIT {

    private static final String USING =
            "{\"using\":[\"urn:ietf:params:jmap:mail\",\"urn:ietf:params:jmap:principals\"],\"methodCalls\":[[\"";

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

    private static JsonNode command(String... words) {
        SvcCommand.Finished finished = server.command("", words);
        assertThat(finished.exit()).as(finished.toString()).isZero();
        return OperationInterface.json(finished.out());
    }

    private static String tenantOf(SignedIn user) {
        return command("account", "show", user.accountId(), "--json")
                .path("tenant_id")
                .asText();
    }

    /** Creates a mailbox and shares it. */
    private static String share(SignedIn owner, String name, String principal) {
        String mailbox = call(owner, "Mailbox/set", "\"create\":{\"k\":{\"name\":\"" + name + "\"}}")
                .at("/created/k/id")
                .asText();
        JsonNode set = call(
                owner,
                "Mailbox/set",
                "\"update\":{\"" + mailbox + "\":{\"shareWith/" + principal + "\":{\"mayReadItems\":true}}}");
        assertThat(set.path("updated").has(mailbox)).as(set.toString()).isTrue();
        return mailbox;
    }

    private static boolean sees(SignedIn guest, SignedIn owner) {
        return SignedIn.json(guest.get("/.well-known/jmap")).path("accounts").has("shared:" + owner.accountId());
    }

    private static String state(SignedIn owner) {
        return call(owner, "Mailbox/get", "\"ids\":[]").path("state").asText();
    }

    /** Returns the ids of the mailboxes that changed for the owner. */
    private static String changed(SignedIn owner, String state) {
        return call(owner, "Mailbox/changes", "\"sinceState\":\"" + state + "\"")
                .path("updated")
                .toString();
    }

    private static JsonNode shareWith(SignedIn owner, String mailbox) {
        return call(owner, "Mailbox/get", "\"ids\":[\"" + mailbox + "\"],\"properties\":[\"shareWith\"]")
                .at("/list/0/shareWith");
    }

    @Test
    @Covers(value = "ACC-05", part = "the end of a share")
    void revokedShareIsChangedAsByItsOwner() {
        SignedIn ann = SignedIn.as(server, "ann@share-revoke.test");
        SignedIn bob = SignedIn.as(server, "bob@share-revoke.test");
        String mailbox = share(bob, "Plans", ann.accountId());
        assertThat(sees(ann, bob)).isTrue();
        JsonNode listed = command("share", "list", "--account", "bob@share-revoke.test", "--json")
                .path("items");
        assertThat(listed).hasSize(1);
        assertThat(listed.path(0).path("container_id").asText()).isEqualTo(mailbox);
        assertThat(listed.path(0).path("name").asText()).isEqualTo("Plans");
        assertThat(listed.path(0).path("principal").asText()).isEqualTo("ann@share-revoke.test");
        String state = state(bob);
        command("share", "revoke", bob.accountId(), mailbox, "ann@share-revoke.test", "--json");
        assertThat(sees(ann, bob)).isFalse();
        assertThat(changed(bob, state)).isEqualTo("[\"" + mailbox + "\"]");
        assertThat(shareWith(bob, mailbox).isNull()).isTrue();
        Eventually.until(
                "the guest is notified",
                () -> call(ann, "ShareNotification/get", "\"ids\":null")
                        .toString()
                        .contains("\"Administrator\""));
        assertThat(command("audit", "list", "--tenant", tenantOf(bob), "--json").toString())
                .contains("share.revoke", mailbox);
        assertThat(command("doctor", "--only", "sharing", "--json").toString())
                .contains("\"sharing-orphans\"", "\"sharing-places\"")
                .doesNotContain("\"fail\"");
        SvcCommand.Finished again = server.command("", "share", "revoke", bob.accountId(), mailbox, ann.accountId());
        assertThat(again.exit()).isNotZero();
        assertThat(again.err()).contains("does not share " + mailbox, "svc share list --account " + bob.accountId());
    }

    @Test
    void ownersSeeThatAGroupAndAnAccountAreDeleted() {
        SignedIn ann = SignedIn.as(server, "ann@share-delete.test");
        SignedIn bob = SignedIn.as(server, "bob@share-delete.test");
        String group = command("group", "create", "--tenant-id", tenantOf(bob), "--name", "Team", "--json")
                .path("id")
                .asText();
        command("group", "add", group, ann.accountId(), "--json");
        String mailbox = share(bob, "Plans", group);
        assertThat(sees(ann, bob)).isTrue();
        command("group", "update", group, "--name", "The team", "--json");
        assertThat(call(bob, "Principal/get", "\"ids\":[\"" + group + "\"]")
                        .at("/list/0/name")
                        .asText())
                .isEqualTo("The team");
        String state = state(bob);
        command("group", "delete", group, "--json");
        assertThat(sees(ann, bob)).isFalse();
        Eventually.until(
                "the owner sees that the share has ended",
                () -> changed(bob, state).equals("[\"" + mailbox + "\"]"));
        assertThat(shareWith(bob, mailbox).isNull()).isTrue();
        String other = share(bob, "Notes", ann.accountId());
        String later = state(bob);
        command("account", "delete", ann.accountId(), "--json");
        Eventually.until(
                "the owner sees that the share with the erased account has ended",
                () -> changed(bob, later).equals("[\"" + other + "\"]"));
        assertThat(shareWith(bob, other).isNull()).isTrue();
        assertThat(command("share", "list", "--account", bob.accountId(), "--json")
                        .path("total")
                        .asInt())
                .isZero();
    }
}

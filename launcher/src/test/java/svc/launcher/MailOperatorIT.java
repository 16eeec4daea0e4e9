package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.Covers;
import svc.testkit.bundles.MailCalls;

/** Mail as operators see it. */
final class MailOperatorIT {

    @RegisterExtension
    private static final ServerOfClass SERVER = ServerOfClass.shared();

    @Test
    @Covers("CAP-08")
    void mailIsDisabledAndEnabledForOneTenant() {
        MailUser ann = MailUser.of(SERVER.running(), "ann@switched.test");
        MailUser bob = MailUser.of(SERVER.running(), "bob@other.test");
        String id = ann.bring("From: a@b.test", "Subject: kept", "", "x");
        String tenant = "";
        for (JsonNode one : OperationInterface.json(
                        SERVER.running().command("", "tenant", "list", "--json").out())
                .path("items")) {
            tenant = one.path("name").asText().equals("switched.test")
                    ? one.path("id").asText()
                    : tenant;
        }
        assertThat(SERVER.running()
                        .command("", "tenant", "update", tenant, "--capability", MailUser.URN + "=false")
                        .exit())
                .isZero();
        assertThat(SignedIn.json(ann.who().get("/.well-known/jmap"))
                        .path("capabilities")
                        .has(MailUser.URN))
                .isFalse();
        assertThat(ann.who()
                        .post("/jmap", "{\"using\":[\"" + MailUser.URN + "\"],\"methodCalls\":[]}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(bob.mailbox("inbox")).isNotEmpty();
        assertThat(SERVER.running()
                        .command("", "tenant", "update", tenant, "--capability", MailUser.URN + "=true")
                        .exit())
                .isZero();
        assertThat(ann.email(id, "subject").path("subject").asText()).isEqualTo("kept");
    }

    @Test
    @Covers({"ADM-14", "ADM-15"})
    void operatorsSeeNamesAndSizesButNoText() {
        MailUser ann = MailUser.of(SERVER.running(), "ann@views.test");
        String inbox = ann.mailbox("inbox");
        for (int i = 0; i < 3; i++) {
            ann.bring(MailCalls.letter("v" + i, "Letter " + i, ""), inbox, "");
        }
        String path = "/accounts/" + ann.who().accountId();
        JsonNode mailboxes = SignedIn.json(SERVER.running().admin("GET", path + "/mailboxes", ""));
        JsonNode response = ann.call("Mailbox/get", "'ids':null").path("list");
        assertThat(mailboxes.path("total").asInt()).isEqualTo(response.size());
        for (JsonNode mailbox : response) {
            assertThat(mailboxes.path("items")).anySatisfy(item -> {
                assertThat(item.path("id")).isEqualTo(mailbox.path("id"));
                assertThat(item.path("name")).isEqualTo(mailbox.path("name"));
                assertThat(item.path("total_emails")).isEqualTo(mailbox.path("totalEmails"));
                assertThat(item.path("unread_threads")).isEqualTo(mailbox.path("unreadThreads"));
            });
        }
        JsonNode first = SignedIn.json(SERVER.running().admin("GET", path + "/emails?limit=2", ""));
        assertThat(first.path("total").asInt()).isEqualTo(3);
        assertThat(first.at("/items/0").fieldNames())
                .toIterable()
                .containsExactly("id", "subject", "from", "received_at", "size");
        assertThat(first.at("/items/0/from").asText()).isEqualTo("Jürgen <juergen@far.test>");
        assertThat(first.toString()).doesNotContain("Dear Ann");
        JsonNode rest = SignedIn.json(SERVER.running()
                .admin(
                        "GET",
                        path + "/emails?limit=2&cursor=" + first.path("next").asText(),
                        ""));
        assertThat(rest.path("items").findValuesAsText("subject")).containsExactly("Letter 2");
        assertThat(rest.has("next")).isFalse();
        assertThat(SERVER.running()
                        .command("", "account", "view", ann.who().accountId(), "emails")
                        .out())
                .contains("Letter 0", "Letter 1", "Letter 2");
    }

    @Test
    @Covers(value = "ADM-20", open = "tasks and files")
    void missingTypesAreReported() {
        MailUser ann = MailUser.of(SERVER.running(), "ann@missing.test");
        var missing = SERVER.running().admin("GET", "/accounts/" + ann.who().accountId() + "/files", "");
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(SignedIn.json(missing).path("reason").asText()).isEqualTo("capability-not-installed");
        var unknown = SERVER.running().admin("GET", "/accounts/a9zz/mailboxes", "");
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(SignedIn.json(unknown).path("reason").asText()).isEqualTo("not-found");
        assertThat(SERVER.running()
                        .admin("GET", "/accounts/" + ann.who().accountId() + "/emails?cursor=x", "")
                        .statusCode())
                .isEqualTo(400);
        assertThat(SERVER.running()
                        .admin("POST", "/accounts/" + ann.who().accountId() + "/emails", "")
                        .statusCode())
                .isEqualTo(405);
    }

    @Test
    @Covers("ADM-16")
    void operatorsCanViewIdentities() {
        Sender ann = Sender.of(SERVER.running(), "ann@seen.test");
        String account = ann.user().who().accountId();
        JsonNode seen = SignedIn.json(SERVER.running().admin("GET", "/accounts/" + account + "/identities", ""));
        assertThat(seen.at("/items/0/id").asText()).isEqualTo(ann.identity());
        assertThat(seen.at("/items/0/email").asText()).isEqualTo("ann@seen.test");
        assertThat(seen.path("total").asInt()).isEqualTo(1);
        assertThat(SERVER.running()
                        .admin("GET", "/accounts/a999/identities", "")
                        .statusCode())
                .isEqualTo(404);
    }
}

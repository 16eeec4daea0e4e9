package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.Covers;
import svc.testkit.bundles.MailCalls;

/** Clients of other authors work with mail. */
final class MailClientsIT {

    @RegisterExtension
    private static final ServerOfClass SERVER = ServerOfClass.shared();

    @Test
    @Covers(
            value = {"DOM-01", "PUSH-07"},
            part = "reading mail with clients of others")
    void jamImportsReadsMarksAndMovesAnEmail() throws Exception {
        SignedIn ann = SignedIn.as(SERVER.running(), "ann@jam.test");
        JsonNode received = NodeClient.run(
                "mail.mjs",
                DroppedExtension.object()
                        .put("sessionUrl", SERVER.running().url() + "/.well-known/jmap")
                        .put("bearerToken", ann.token()));
        assertThat(received.at("/empty/ids")).isEmpty();
        String id = received.path("id").asText();
        assertThat(received.at("/imported/created/k/blobId")).isEqualTo(received.at("/upload/blobId"));
        assertThat(received.path("event")
                        .at("/changed/" + ann.accountId() + "/Email")
                        .isTextual())
                .as(received.path("event").toString())
                .isTrue();
        assertThat(MailCalls.texts(received.at("/batch/query/ids"))).containsExactly(id);
        JsonNode email = received.at("/batch/get/list/0");
        assertThat(email.path("subject").asText()).isEqualTo("by jam");
        assertThat(email.at("/from/0/name").asText()).isEqualTo("Zoë");
        assertThat(email.path("bodyValues").findValuesAsText("value")).containsExactly("Grüße");
        assertThat(received.path("attachment").asText()).isEqualTo("1,2");
        assertThat(received.at("/flagged/updated").has(id)).isTrue();
        assertThat(received.at("/moved/updated").has(id)).isTrue();
        assertThat(received.at("/removed/added")).isEmpty();
        assertThat(MailCalls.texts(received.at("/changes/updated"))).containsExactly(id);
    }

    @Test
    @Covers(
            value = {"DOM-01", "ACC-04"},
            part = "reading mail with clients of others")
    void jamReadsAndMarksEmailsOfASharedMailbox() throws Exception {
        MailUser ann = MailUser.of(SERVER.running(), "ann@jam-shared.test");
        MailUser bob = MailUser.of(SERVER.running(), "bob@jam-shared.test");
        String team = bob.newMailbox("Team");
        String id = bob.bring(MailCalls.letter("plan", "Plan", ""), team, "")
                .path("id")
                .asText();
        bob.bring(MailCalls.letter("own", "Own", ""));
        bob.using(
                List.of(MailCalls.URN, "urn:ietf:params:jmap:principals"),
                "['Mailbox/set',{'accountId':'@','update':{'" + team + "':{'shareWith':{'"
                        + ann.who().accountId() + "':{'mayReadItems':true,'maySetKeywords':true}}}}},'c']");
        String account = "shared:" + bob.who().accountId();
        JsonNode received = NodeClient.run(
                "shared.mjs",
                DroppedExtension.object()
                        .put("sessionUrl", SERVER.running().url() + "/.well-known/jmap")
                        .put("bearerToken", ann.who().token())
                        .put("accountId", account));
        assertThat(received.at("/account/isPersonal").asBoolean(true)).isFalse();
        assertThat(received.at("/account/isReadOnly").asBoolean(true)).isFalse();
        assertThat(received.at("/mailboxes/list")).hasSize(1);
        assertThat(received.at("/mailboxes/list/0/name").asText()).isEqualTo("Team");
        assertThat(received.at("/mailboxes/list/0/myRights/maySetKeywords").asBoolean())
                .isTrue();
        assertThat(MailCalls.texts(received.at("/batch/query/ids"))).containsExactly(id);
        assertThat(received.at("/batch/get/list/0/subject").asText()).isEqualTo("Plan");
        assertThat(received.path("message").asText()).contains("Subject: Plan");
        assertThat(received.at("/flagged/updated").has(id)).isTrue();
        assertThat(received.at("/refused/notUpdated/" + id + "/type").asText()).isEqualTo("forbidden");
        assertThat(bob.email(id, "keywords").path("keywords")).hasToString("{\"$flagged\":true}");
    }
}

package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;
import svc.testkit.bundles.SendingCalls;

/** A user sends an email of a shared mailbox in the name of its owner. */
final class GuestSubmissionIT {

    @Test
    @Covers(
            value = {"ACC-03", "RFC8621 §7.5"},
            part = "submission")
    void recipientGetsTheMessageOfAGuestFromTheOwner() {
        RunningServer server = SharedServer.plain();
        Sender bob = Sender.of(server, "bob@guestsends.test");
        Sender cem = Sender.of(server, "cem@guestsends.test");
        MailUser ann = MailUser.of(server, "ann@guestsends.test");
        String shared = "shared:" + bob.user().who().accountId();
        String drafts = bob.user().mailbox("drafts");
        bob.user().share(drafts, ann.who(), "{'mayReadItems':true,'maySetKeywords':true,'maySubmit':true}");
        String email = bob.draft("cem@guestsends.test", "the offer");
        String submit = "['EmailSubmission/set',{'accountId':'" + shared + "','create':{'s':{'identityId':'"
                + bob.identity() + "','emailId':'" + email
                + "'}},'onSuccessUpdateEmail':{'#s':{'keywords/$draft':null}}},'c']";
        JsonNode responses = ann.using(SendingCalls.BOTH, submit);
        assertThat(responses.at("/0/1/created/s/id").isTextual())
                .as(responses.toString())
                .isTrue();
        assertThat(responses.at("/1/1/updated").has(email))
                .as(responses.toString())
                .isTrue();
        cem.awaitInbox("the offer");
        String received = cem.user()
                .call("Email/query", "'filter':{'subject':'the offer'}")
                .at("/ids/0")
                .asText();
        assertThat(cem.user().email(received, "from").at("/from/0/email").asText())
                .isEqualTo("bob@guestsends.test");
        assertThat(server.command("", "audit", "list", "--limit", "500", "--json")
                        .out())
                .contains("submission.create")
                .contains(ann.who().accountId())
                .contains(bob.user().who().accountId());
        bob.user().share(drafts, ann.who(), "null");
        assertThat(ann.using(SendingCalls.BOTH, submit).at("/0/1/type").asText())
                .isEqualTo("accountNotFound");
    }
}

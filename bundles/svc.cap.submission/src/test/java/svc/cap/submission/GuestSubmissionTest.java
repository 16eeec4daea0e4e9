package svc.cap.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;
import svc.testkit.bundles.LocalSender;
import svc.testkit.bundles.MailCalls;
import svc.testkit.bundles.SendingCalls;

/** A user sends the emails of a shared mailbox in the name of its owner. */
final class GuestSubmissionTest extends GuestSubmissionFixture {

    @Test
    @Covers(
            value = {"ACC-03", "DOM-01", "RFC8621 §7.5"},
            part = "submission")
    void guestSendsAnEmailOfTheSharedMailboxInTheNameOfTheOwner() {
        LocalSender cem = LocalSender.of(SERVER, "cem@" + domain);
        String email = mail(open, "offer");
        JsonNode sent = submit(ann, email, "");
        assertThat(sent.at("/created/s/id").isTextual()).as(sent.toString()).isTrue();
        cem.awaitInbox("offer");
        String received = cem.user()
                .call("Email/query", "'filter':{'subject':'offer'}")
                .at("/ids/0")
                .asText();
        JsonNode letter = cem.user().email(received, "from','sender','header:Return-Path");
        assertThat(letter.at("/from/0/email").asText())
                .isEqualTo(bob.user().who().email());
        assertThat(letter.path("sender").isNull()).isTrue();
        assertThat(letter.path("header:Return-Path").asText())
                .contains(bob.user().who().email());
    }

    @Test
    @Covers(
            value = {"ACC-03", "RFC8621 §7.5"},
            part = "submission")
    void emailInAMailboxWithoutTheRightIsNotSent() {
        share(ann, READ_AND_SUBMIT);
        String other = bob.user().newMailbox("Readable");
        bob.user()
                .using(
                        List.of(MailCalls.URN, PRINCIPALS),
                        "['Mailbox/set',{'accountId':'@','update':{'" + other + "':{'shareWith/"
                                + ann.who().accountId() + "':{'mayReadItems':true}}}},'c']");
        JsonNode refused = submit(ann, mail(other, "x"), "");
        assertThat(refused.at("/notCreated/s/type").asText()).isEqualTo("forbiddenToSend");
    }

    @Test
    @Covers(
            value = {"ACC-03", "RFC8621 §7.5"},
            part = "submission")
    void guestCannotSendFromOtherAddressesThanThoseOfTheOwner() {
        String from = "'from':[{'email':'ann@" + domain + "'}]";
        share(ann, READ_AND_SUBMIT + ",'mayAddItems':true");
        String email = guest(
                        ann,
                        "Email/set",
                        "'create':{'k':{'mailboxIds':{'" + open + "':true}," + from + ",'to':[{'email':'cem@" + domain
                                + "'}],'subject':'x'}}")
                .at("/created/k/id")
                .asText();
        assertThat(submit(ann, email, "").at("/notCreated/s/type").asText()).isEqualTo("forbiddenFrom");
        String envelope =
                ",'envelope':{'mailFrom':{'email':'ann@" + domain + "'},'rcptTo':[{'email':'cem@" + domain + "'}]}";
        assertThat(submit(ann, mail(open, "y"), envelope)
                        .at("/notCreated/s/type")
                        .asText())
                .isEqualTo("forbiddenMailFrom");
    }

    @Test
    @Covers(
            value = {"ACC-03", "RFC5322 §3.6.2"},
            part = "submission")
    void senderFieldMayNameTheGuest() {
        String draft = "'create':{'k':{'mailboxIds':{'" + open + "':true},'from':[{'email':'bob@" + domain
                + "'}],'sender':[{'email':'WHO@" + domain + "'}],'to':[{'email':'cem@" + domain + "'}],'subject':'x'}}";
        share(ann, READ_AND_SUBMIT + ",'mayAddItems':true");
        String mine = guest(ann, "Email/set", draft.replace("WHO", "ann"))
                .at("/created/k/id")
                .asText();
        String ofEve = guest(ann, "Email/set", draft.replace("WHO", "eve"))
                .at("/created/k/id")
                .asText();
        assertThat(submit(ann, mine, "").at("/created/s/id").isTextual()).isTrue();
        assertThat(submit(ann, ofEve, "").at("/notCreated/s/type").asText()).isEqualTo("forbiddenFrom");
    }

    @Test
    @Covers(
            value = {"ACC-03", "RFC8621 §7.5"},
            part = "submission")
    void changesOnSuccessAreMadeWithTheRightsOfTheGuest() {
        String call =
                "'create':{'s':%s},'onSuccessUpdateEmail':{'#s':{'keywords/$draft':null,'keywords/$flagged':true}}";
        JsonNode refused =
                responses(ann, "EmailSubmission/set", String.format(call, submission(mail(open, "one"), "")));
        assertThat(refused.at("/1/0").asText()).as(refused.toString()).isEqualTo("Email/set");
        assertThat(refused.at("/1/1/notUpdated").findValuesAsText("type")).containsExactly("forbidden");
        share(ann, READ_AND_SUBMIT + ",'maySetKeywords':true,'mayRemoveItems':true");
        JsonNode updated =
                responses(ann, "EmailSubmission/set", String.format(call, submission(mail(open, "two"), "")));
        assertThat(updated.at("/1/1/updated")).as(updated.toString()).hasSize(1);
        String third = mail(open, "three");
        JsonNode destroyed = responses(
                ann,
                "EmailSubmission/set",
                "'create':{'s':" + submission(third, "") + "},'onSuccessDestroyEmail':['#s']");
        assertThat(destroyed.at("/1/1/destroyed/0").asText())
                .as(destroyed.toString())
                .isEqualTo(third);
    }

    private String envelope(String from, int recipients) {
        return ",'envelope':{'mailFrom':{'email':'" + from + "'},'rcptTo':"
                + SendingCalls.addresses(IntStream.range(0, recipients)
                        .mapToObj(i -> "cem+" + i + "@" + domain)
                        .collect(Collectors.joining(",")))
                + "}";
    }

    @Test
    @Covers(
            value = {"ACC-03", "RFC8621 §7.5"},
            part = "submission")
    void recipientsCountForTheOwnerAndForTheGuest() {
        String email = mail(open, "limits");
        share(eve, READ_AND_SUBMIT);
        String twelve = envelope("bob@" + domain, 12);
        assertThat(submit(ann, email, twelve).at("/created/s/id").isTextual()).isTrue();
        assertThat(submit(eve, email, envelope("bob@" + domain, 9))
                        .at("/notCreated/s/type")
                        .asText())
                .as("the limit of the owner")
                .isEqualTo("rateLimit");
        LocalSender own = new LocalSender(ann, SendingCalls.identityOf(ann));
        assertThat(own.submit(own.draft("cem@" + domain, "own"), envelope("ann@" + domain, 9))
                        .at("/notCreated/s/type")
                        .asText())
                .as("the limit of the guest")
                .isEqualTo("rateLimit");
        assertThat(submit(eve, email, envelope("bob@" + domain, 8))
                        .at("/created/s/id")
                        .isTextual())
                .isTrue();
    }

    @Test
    @Covers(
            value = {"ACC-03", "CAP-06"},
            part = "submission")
    void secondVersionSendsAndCancelsLikeTheFirst() {
        String send = "'send':{'k':{'identityId':'" + bob.identity() + "','undoSeconds':60,";
        JsonNode sent = guest(ann, "Email/send", send + "'emailId':'" + mail(open, "v2") + "'}}");
        String id = sent.at("/sent/k/submissionId").asText();
        JsonNode hidden = guest(ann, "Email/send", send + "'emailId':'" + mail(secret, "v2") + "'}}");
        assertThat(hidden.at("/notSent/k/type").asText()).as(hidden.toString()).isEqualTo("invalidProperties");
        JsonNode blob = guest(
                ann,
                "Email/send",
                send + "'blobId':'" + ann.who().uploadTo(bob.user().who(), MailCalls.letter("x", "y", "")) + "'}}");
        assertThat(blob.at("/notSent/k/type").asText()).as(blob.toString()).isEqualTo("forbiddenToSend");
        String ofBob = bob.submit(mail(open, "held"), ",'envelope':" + held())
                .at("/created/s/id")
                .asText();
        JsonNode canceled = guest(ann, "Email/cancel", "'submissionIds':['" + id + "','" + ofBob + "']");
        assertThat(canceled.at("/canceled/0").asText()).as(canceled.toString()).isEqualTo(id);
        assertThat(canceled.path("notCanceled").path(ofBob).path("type").asText())
                .isEqualTo("notFound");
    }
}

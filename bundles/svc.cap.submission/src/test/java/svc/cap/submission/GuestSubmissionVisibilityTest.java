package svc.cap.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;
import svc.testkit.bundles.MailCalls;
import svc.testkit.bundles.SendingCalls;

/** What a user who sends in the name of another one sees of the account. */
final class GuestSubmissionVisibilityTest extends GuestSubmissionFixture {

    @Test
    @Covers("ACC-03")
    void sessionListsSubmissionOnlyWithTheRight() {
        assertThat(capabilities(ann)).contains(SendingCalls.URN);
        share(eve, "'mayReadItems':true,'mayAddItems':true");
        assertThat(capabilities(eve)).contains(MailCalls.URN).doesNotContain(SendingCalls.URN);
        JsonNode refused = responses(eve, "Identity/get", "'ids':null").path(0);
        assertThat(refused.at("/1/type").asText()).isEqualTo("accountNotSupportedByMethod");
    }

    @Test
    @Covers(
            value = {"ACC-03", "RFC8621 §6"},
            part = "submission")
    void guestReadsTheIdentitiesOfTheOwnerAndChangesNone() {
        JsonNode read = guest(ann, "Identity/get", "'ids':null");
        assertThat(read.at("/list/0/id").asText()).isEqualTo(bob.identity());
        assertThat(read.at("/list/0/email").asText()).isEqualTo(bob.user().who().email());
        String other = bob.call("Identity/set", "'create':{'k':{'name':'Bob','email':'" + "bob+x@" + domain + "'}}")
                .at("/created/k/id")
                .asText();
        JsonNode changes = guest(
                ann, "Identity/changes", "'sinceState':'" + read.path("state").asText() + "'");
        assertThat(changes.at("/created/0").asText()).isEqualTo(other);
        JsonNode deletable = guest(ann, "Identity/get", "'ids':['" + other + "']");
        assertThat(deletable.at("/list/0/mayDelete").asBoolean(true)).isFalse();
        assertThat(bob.call("Identity/get", "'ids':['" + other + "']")
                        .at("/list/0/mayDelete")
                        .asBoolean())
                .isTrue();
        JsonNode set = guest(
                ann,
                "Identity/set",
                "'create':{'k':{'name':'x','email':'bob@" + domain + "'}},'update':{'" + other
                        + "':{'name':'y'}},'destroy':['" + bob.identity() + "']");
        assertThat(set.findValuesAsText("type")).containsExactly("forbidden", "forbidden", "forbidden");
        assertThat(set.path("newState")).isEqualTo(set.path("oldState"));
    }

    @Test
    @Covers(
            value = {"ACC-06", "RFC8621 §7"},
            part = "submission")
    void guestSeesOnlyTheSubmissionsThatTheGuestMade() {
        share(eve, READ_AND_SUBMIT);
        String empty =
                guest(ann, "EmailSubmission/get", "'ids':null").path("state").asText();
        String ofBob = bob.submit(mail(open, "of bob"), "").at("/created/s/id").asText();
        assertThat(guest(ann, "EmailSubmission/get", "'ids':null").path("state").asText())
                .isEqualTo(empty);
        String first = submit(ann, mail(open, "first"), "").at("/created/s/id").asText();
        JsonNode mine = guest(ann, "EmailSubmission/get", "'ids':null");
        String ofEve = submit(eve, mail(open, "of eve"), "").at("/created/s/id").asText();
        String second = submit(ann, mail(open, "second"), ",'envelope':" + held())
                .at("/created/s/id")
                .asText();
        String others = "'ids':['" + first + "','" + second + "','" + ofBob + "','" + ofEve + "']";
        JsonNode read = guest(ann, "EmailSubmission/get", others);
        assertThat(read.path("list").findValuesAsText("id")).containsExactlyInAnyOrder(first, second);
        assertThat(read.path("notFound")).hasSize(2);
        JsonNode query = guest(ann, "EmailSubmission/query", "'calculateTotal':true,'sort':[{'property':'sentAt'}]");
        assertThat(query.path("ids")).extracting(JsonNode::asText).containsExactlyInAnyOrder(first, second);
        assertThat(query.path("total").asInt()).isEqualTo(2);
        JsonNode changes = guest(
                ann,
                "EmailSubmission/changes",
                "'sinceState':'" + mine.path("state").asText() + "'");
        assertThat(changes.path("created")).extracting(JsonNode::asText).containsExactly(second);
        assertThat(changes.toString()).doesNotContain('"' + ofBob + '"').doesNotContain('"' + ofEve + '"');
        JsonNode canceled = guest(
                ann,
                "EmailSubmission/set",
                "'update':{'" + second + "':{'undoStatus':'canceled'},'" + ofEve
                        + "':{'undoStatus':'canceled'}},'destroy':['" + ofBob + "']");
        assertThat(canceled.path("updated").has(second)).as(canceled.toString()).isTrue();
        assertThat(canceled.path("notUpdated").path(ofEve).path("type").asText())
                .isEqualTo("notFound");
        assertThat(canceled.path("notDestroyed").path(ofBob).path("type").asText())
                .isEqualTo("notFound");
        assertThat(bob.call("EmailSubmission/get", "'ids':null").path("list")).hasSize(4);
    }

    @Test
    @Covers(
            value = {"ACC-06", "RFC8621 §7.5"},
            part = "submission")
    void hiddenEmailCausesTheErrorOfAnEmailThatDoesNotExist() {
        String hidden = mail(secret, "hidden");
        String there = submit(ann, hidden, "").toString();
        String nowhere = submit(ann, "mvvvv", "").toString();
        assertThat(there.replace(hidden, "ID")).isEqualTo(nowhere.replace("mvvvv", "ID"));
        assertThat(there).contains("emailId");
    }

    @Test
    @Covers(
            value = {"ACC-06", "CAP-06"},
            part = "submission")
    void deliveryStatusOfAnEmailTellsGuestsOfTheirOwnSubmissionsOnly() {
        String email = mail(open, "status");
        bob.submit(email, "");
        String get = "'ids':['" + email + "'],'properties':['deliveryStatus']";
        assertThat(guest(ann, "Email/get", get).at("/list/0/deliveryStatus").isNull())
                .isTrue();
        submit(ann, email, "");
        assertThat(guest(ann, "Email/get", get).at("/list/0/deliveryStatus").has("cem@" + domain))
                .isTrue();
    }

    @Test
    @Covers(
            value = {"ACC-06"},
            part = "submission")
    void afterRevocationTheNextRequestNeitherSeesNorSends() {
        String email = mail(open, "x");
        submit(ann, email, "");
        share(ann, "'mayReadItems':true");
        for (String method : List.of("EmailSubmission/get", "EmailSubmission/query", "Identity/get")) {
            assertThat(responses(ann, method, method.endsWith("get") ? "'ids':null" : "'filter':{}")
                            .at("/0/1/type")
                            .asText())
                    .isEqualTo("accountNotSupportedByMethod");
        }
        JsonNode refused =
                responses(ann, "EmailSubmission/set", "'create':{'s':" + submission(mail(open, "y"), "") + "}");
        assertThat(refused.at("/0/1/type").asText()).isEqualTo("accountNotSupportedByMethod");
        share(ann, "");
        assertThat(responses(ann, "EmailSubmission/get", "'ids':null")
                        .at("/0/1/type")
                        .asText())
                .isEqualTo("accountNotFound");
        share(ann, READ_AND_SUBMIT);
        assertThat(guest(ann, "EmailSubmission/get", "'ids':null").path("list")).hasSize(1);
    }
}

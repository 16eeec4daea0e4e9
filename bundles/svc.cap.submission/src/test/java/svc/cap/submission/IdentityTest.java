package svc.cap.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalSender;
import svc.testkit.bundles.MailCalls;

/** Identities (RFC 8621 §6). */
final class IdentityTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMail();

    @Test
    @Covers(
            value = {"DOM-01", "RFC8621 §6", "RFC8621 §6.1", "RFC8621 §6.3"},
            part = "identities")
    void accountHasAPermanentDefaultIdentity() {
        LocalSender ann = LocalSender.of(SERVER, "ann@begin.test");
        JsonNode own = ann.call("Identity/get", "'ids':null").path("list");
        assertThat(own).hasSize(1);
        assertThat(own.at("/0/email").asText()).isEqualTo("ann@begin.test");
        assertThat(own.at("/0/name").asText("?"))
                .as("of an account without a name")
                .isEmpty();
        assertThat(own.at("/0/mayDelete").asBoolean(true)).isFalse();
        JsonNode kept = ann.call("Identity/set", "'destroy':['" + ann.identity() + "']");
        assertThat(kept.at("/notDestroyed/" + ann.identity() + "/type").asText())
                .isEqualTo("forbidden");
    }

    @Test
    @Covers(
            value = {"DOM-01", "RFC8621 §6", "RFC8621 §6.2", "RFC8621 §6.3"},
            part = "identities")
    void identitiesCanBeCreatedUpdatedAndDestroyed() {
        LocalSender ann = LocalSender.of(SERVER, "ann@made.test");
        String state = ann.call("Identity/get", "'ids':[]").path("state").asText();
        JsonNode created = ann.call(
                "Identity/set",
                "'create':{'k':{'email':'ann+shop@made.test','name':'Shop','replyTo':[{'name':null,'email':'x@y.test'}]}}");
        String id = created.at("/created/k/id").asText();
        assertThat(created.at("/created/k/mayDelete").asBoolean()).isTrue();
        assertThat(created.at("/created/k/textSignature").asText("?")).isEmpty();
        ann.call("Identity/set", "'update':{'" + id + "':{'textSignature':'Bye','bcc':null}}");
        JsonNode now = ann.call("Identity/get", "'ids':['" + id + "']").at("/list/0");
        assertThat(now.path("textSignature").asText()).isEqualTo("Bye");
        assertThat(now.at("/replyTo/0/email").asText()).isEqualTo("x@y.test");
        JsonNode changes = ann.call("Identity/changes", "'sinceState':'" + state + "'");
        assertThat(MailCalls.texts(changes.path("created"))).containsExactly(id);
        JsonNode removed = ann.call("Identity/set", "'destroy':['" + id + "']");
        assertThat(MailCalls.texts(removed.path("destroyed"))).containsExactly(id);
    }

    @Test
    @Covers(
            value = {"DOM-01", "RFC8621 §6.3"},
            part = "identities")
    void rejectsForeignAddressesAndInvalidProperties() {
        LocalSender ann = LocalSender.of(SERVER, "ann@strict.test");
        LocalSender.of(SERVER, "bob@strict.test");
        assertThat(refused(ann, "'email':'bob@strict.test'")).isEqualTo("forbiddenFrom");
        assertThat(refused(ann, "'email':'*@strict.test'")).isEqualTo("forbiddenFrom");
        assertThat(refused(ann, "'name':'x'")).isEqualTo("invalidProperties");
        assertThat(refused(ann, "'email':'ann@strict.test','color':'red'")).isEqualTo("invalidProperties");
        assertThat(refused(ann, "'email':'ann@strict.test','bcc':[{'email':'no address'}]"))
                .isEqualTo("invalidProperties");
        JsonNode moved = ann.call("Identity/set", "'update':{'" + ann.identity() + "':{'email':'x@strict.test'}}");
        assertThat(moved.at("/notUpdated/" + ann.identity() + "/properties/0").asText())
                .isEqualTo("email");
    }

    private static String refused(LocalSender ann, String properties) {
        return ann.call("Identity/set", "'create':{'k':{" + properties + "}}")
                .at("/notCreated/k/type")
                .asText();
    }
}

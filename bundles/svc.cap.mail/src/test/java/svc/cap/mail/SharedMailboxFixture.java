package svc.cap.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import svc.api.engine.ScopeKey;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.testkit.Eventually;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/** Bob shares one of his mailboxes with Ann, and does not share another one. */
abstract class SharedMailboxFixture {

    static final String PRINCIPALS = "urn:ietf:params:jmap:principals";

    LocalMailUser ann;
    LocalMailUser bob;
    String shared;
    String open;
    String secret;
    String mail;
    String hidden;

    @BeforeEach
    void shareOneOfTwoMailboxes(TestInfo info) {
        String domain = "d" + Integer.toHexString(info.getDisplayName().hashCode()) + ".test";
        ann = LocalMailUser.of(server(), "ann@" + domain);
        bob = LocalMailUser.of(server(), "bob@" + domain);
        shared = ann.who().sharedBy(bob.who());
        secret = bob.newMailbox("Secret");
        open = bob.call("Mailbox/set", "'create':{'k':{'name':'Open','parentId':'" + secret + "'}}")
                .at("/created/k/id")
                .asText();
        mail = bob.bring(letter("first", ""), open, "").path("id").asText();
        hidden = bob.bring(letter("hidden", ""), secret, "").path("id").asText();
        share("'mayReadItems':true");
    }

    static byte[] letter(String subject, String more) {
        return MailCalls.message(
                "From: a@far.test",
                "Subject: Re: the subject",
                "Message-ID: <" + subject + "@far.test>",
                "References: <root@far.test>" + more,
                "",
                "The text of " + subject + ".");
    }

    JsonNode share(String rights) {
        JsonNode response = bob.using(
                        List.of(MailCalls.URN, PRINCIPALS),
                        "['Mailbox/set',{'accountId':'@','update':{'" + open + "':{'shareWith':"
                                + (rights.isEmpty() ? "null" : "{'" + ann.who().accountId() + "':{" + rights + "}}")
                                + "}}},'c']")
                .at("/0/1");
        assertThat(response.path("updated").has(open)).as(response.toString()).isTrue();
        return response;
    }

    JsonNode asGuest(String method, String arguments) {
        return ann.using(
                        List.of(MailCalls.URN, MailCalls.SECOND),
                        "['" + method + "',{'accountId':'" + shared + "'," + arguments + "},'c']")
                .path(0);
    }

    JsonNode guest(String method, String arguments) {
        JsonNode response = asGuest(method, arguments);
        assertThat(response.path(0).asText()).as(response.toString()).isEqualTo(method);
        return response.path(1);
    }

    JsonNode accounts() {
        return MailCalls.json(ann.who().session()).path("accounts");
    }

    /** Waits until guests can calculate changes in the shared mailbox. */
    void awaitWatched() {
        Scope scope = Scope.account(new ScopeKey(), bob.who().account().n());
        long n = ObjectId.parse('f', open).orElseThrow();
        Eventually.until(
                "the mailbox is watched",
                () -> server().store().read(scope, snapshot -> snapshot.isWatched("Email", n)));
    }

    /** Returns the server of the class. */
    abstract BundleServer server();
}

package svc.cap.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.testkit.bundles.LabelCalls.call;
import static svc.testkit.bundles.LabelCalls.label;
import static svc.testkit.bundles.MailCalls.texts;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.engine.ScopeKey;
import svc.api.jmap.Capability;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.testkit.Covers;
import svc.testkit.Eventually;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LabelCalls;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/** Bob shares one of his labels with Ann, and does not share another one. Both are on different emails of a thread. */
final class GuestOfLabelTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage()
            .providing(Capability.class, directory -> () -> SharedMailboxFixture.PRINCIPALS);

    private LocalMailUser ann;
    private LocalMailUser bob;
    private String shared;
    private String open;
    private String secret;
    private String mail;
    private String hidden;

    @BeforeEach
    void shareOneOfTwoLabels(TestInfo info) {
        String domain = "d" + Integer.toHexString(info.getDisplayName().hashCode()) + ".test";
        ann = LocalMailUser.of(SERVER, "ann@" + domain);
        bob = LocalMailUser.of(SERVER, "bob@" + domain);
        shared = ann.who().sharedBy(bob.who());
        open = label(bob, "Open");
        secret = label(bob, "Secret");
        mail = bob.bring(SharedMailboxFixture.letter("first", ""));
        hidden = bob.bring(SharedMailboxFixture.letter("hidden", ""));
        put(mail, open);
        put(mail, secret);
        put(hidden, secret);
        share("'mayRead':true");
    }

    private void put(String email, String label) {
        set("'" + email + "':{'labelIds/" + label + "':true}");
    }

    private void set(String update) {
        JsonNode response = call(bob, "Email/set", "'update':{" + update + "}");
        assertThat(response.path("notUpdated").isEmpty())
                .as(response.toString())
                .isTrue();
    }

    private void share(String rights) {
        JsonNode response = call(
                bob,
                "Label/set",
                "'update':{'" + open + "':{'shareWith':"
                        + (rights.isEmpty() ? "null" : "{'" + ann.who().accountId() + "':{" + rights + "}}") + "}}");
        assertThat(response.path("updated").has(open)).as(response.toString()).isTrue();
    }

    private JsonNode asGuest(String method, String arguments) {
        return ann.using(LabelCalls.URNS, "['" + method + "',{'accountId':'" + shared + "'," + arguments + "},'c']")
                .path(0);
    }

    private JsonNode guest(String method, String arguments) {
        JsonNode response = asGuest(method, arguments);
        assertThat(response.path(0).asText()).as(response.toString()).isEqualTo(method);
        return response.path(1);
    }

    private void awaitWatched() {
        Scope scope = Scope.account(new ScopeKey(), bob.who().account().n());
        long n = ObjectId.parse('l', open).orElseThrow();
        Eventually.until(
                "the label is watched", () -> SERVER.store().read(scope, snapshot -> snapshot.isWatched("Email", n)));
    }

    @Test
    @Covers({"V2-03", "ACC-04"})
    void guestSeesTheLabelAndItsEmails() {
        JsonNode labels = guest("Label/get", "'ids':null").path("list");
        assertThat(labels).hasSize(1);
        assertThat(labels.at("/0/id").asText()).isEqualTo(open);
        assertThat(labels.at("/0/shareWith").isNull()).isTrue();
        assertThat(labels.at("/0/myRights").toString())
                .isEqualTo("{\"mayRead\":true,\"mayWrite\":false,\"mayDelete\":false,\"mayShare\":false}");
        assertThat(texts(guest("Label/query", "'filter':null").path("ids"))).containsExactly(open);
        assertThat(texts(guest("Email/query", "'filter':null").path("ids"))).containsExactly(mail);
        assertThat(texts(guest("Email/query", "'filter':{'hasLabel':'" + open + "'}")
                        .path("ids")))
                .containsExactly(mail);
        assertThat(texts(guest("Email/query", "'filter':{'hasLabel':'" + secret + "'}")
                        .path("ids")))
                .isEmpty();
        assertThat(texts(guest("Email/query", "'filter':{'notLabel':'" + secret + "'}")
                        .path("ids")))
                .containsExactly(mail);
        JsonNode emails = guest("Email/get", "'ids':['" + mail + "','" + hidden + "']");
        assertThat(texts(emails.path("notFound"))).containsExactly(hidden);
        JsonNode email = emails.at("/list/0");
        assertThat(email.path("labelIds").fieldNames()).toIterable().containsExactly(open);
        assertThat(email.path("mailboxIds")).isEmpty();
        String thread = email.path("threadId").asText();
        assertThat(texts(guest("Thread/get", "'ids':['" + thread + "']").at("/list/0/emailIds")))
                .containsExactly(mail);
        assertThat(guest("Mailbox/get", "'ids':null").path("list")).isEmpty();
        assertThat(guest("Label/get", "'ids':['" + secret + "']").path("notFound"))
                .hasSize(1);
    }

    @Test
    @Covers("V2-03")
    void ownerSeesWithWhomTheLabelIsShared() {
        JsonNode label = call(bob, "Label/get", "'ids':['" + open + "']").at("/list/0");
        assertThat(label.at("/shareWith/" + ann.who().accountId() + "/mayRead").asBoolean())
                .isTrue();
        assertThat(label.at("/myRights/mayShare").asBoolean()).isTrue();
        share("");
        assertThat(asGuest("Label/get", "'ids':null").at("/1/type").asText()).isEqualTo("accountNotFound");
    }

    @Test
    @Covers("V2-03")
    void guestWritesAsTheRightsAllow() {
        share("'mayRead':true,'mayWrite':true");
        String forbidden = "/notUpdated/" + mail + "/type";
        for (String update : new String[] {"'keywords/$seen':true", "'labelIds/" + open + "':null,'keywords/x':true"}) {
            assertThat(guest("Email/set", "'update':{'" + mail + "':{" + update + "}}")
                            .at(forbidden)
                            .asText())
                    .as(update)
                    .isEqualTo("forbidden");
        }
        assertThat(guest("Email/set", "'destroy':['" + mail + "']")
                        .at("/notDestroyed/" + mail + "/type")
                        .asText())
                .isEqualTo("forbidden");
        assertThat(guest("Email/set", "'update':{'" + mail + "':{'labelIds/" + secret + "':null}}")
                        .path("updated")
                        .has(mail))
                .as("a hidden label is not on the email, so that nothing changes")
                .isTrue();
        assertThat(guest("Label/set", "'update':{'" + open + "':{'color':'#00ff00'}}")
                        .path("updated")
                        .has(open))
                .isTrue();
        JsonNode refused =
                guest("Label/set", "'update':{'" + open + "':{'name':'SECRET'}},'create':{'k':{'name':'New'}}");
        assertThat(refused.at("/notUpdated/" + open + "/type").asText()).isEqualTo("forbidden");
        assertThat(refused.at("/notCreated/k/type").asText()).isEqualTo("forbidden");
        assertThat(guest("Label/set", "'destroy':['" + open + "']")
                        .at("/notDestroyed/" + open + "/type")
                        .asText())
                .isEqualTo("forbidden");
        assertThat(guest("Email/set", "'update':{'" + mail + "':{'labelIds':{}}}")
                        .path("updated")
                        .has(mail))
                .isTrue();
        assertThat(call(bob, "Email/get", "'ids':['" + mail + "']")
                        .at("/list/0/labelIds")
                        .fieldNames())
                .toIterable()
                .as("the label that the guest does not see stays")
                .containsExactly(secret);
        assertThat(guest("Email/get", "'ids':['" + mail + "']").path("notFound"))
                .hasSize(1);
        share("'mayRead':true,'mayDelete':true");
        assertThat(texts(guest("Label/set", "'destroy':['" + open + "']").path("destroyed")))
                .containsExactly(open);
        assertThat(asGuest("Label/get", "'ids':null").at("/1/type").asText()).isEqualTo("accountNotFound");
    }

    @Test
    @Covers("V2-03")
    void guestWithMailboxAndLabelSeesBoth() {
        String inbox = bob.mailbox("inbox");
        String folder = bob.newMailbox("Folder");
        String filed = bob.bring(SharedMailboxFixture.letter("filed", ""), folder, "")
                .path("id")
                .asText();
        bob.using(
                List.of(MailCalls.URN, SharedMailboxFixture.PRINCIPALS),
                "['Mailbox/set',{'accountId':'@','update':{'" + folder + "':{'shareWith':{'"
                        + ann.who().accountId() + "':{'mayReadItems':true,'maySetSeen':true}}}}},'c']");
        assertThat(texts(guest("Email/query", "'filter':null").path("ids"))).containsExactlyInAnyOrder(mail, filed);
        assertThat(texts(guest("Email/query", "'filter':{'inMailboxOtherThan':[]}")
                        .path("ids")))
                .as("an email that is visible only by a label is in no visible mailbox")
                .containsExactly(filed);
        JsonNode emails = guest("Email/get", "'ids':null").path("list");
        assertThat(emails).hasSize(2);
        assertThat(guest(
                                "Email/set",
                                "'update':{'" + filed + "':{'keywords/$seen':true},'" + mail
                                        + "':{'keywords/$seen':true}}")
                        .path("updated")
                        .fieldNames())
                .toIterable()
                .containsExactly(filed);
        assertThat(guest("Email/set", "'update':{'" + mail + "':{'mailboxIds/" + folder + "':true}}")
                        .at("/notUpdated/" + mail + "/type")
                        .asText())
                .isEqualTo("forbidden");
        assertThat(guest("Email/query", "'filter':{'inMailbox':'" + inbox + "'}")
                        .path("ids"))
                .isEmpty();
    }

    @Test
    @Covers("V2-03")
    void guestFollowsTheEmailsOfTheLabel() {
        awaitWatched();
        String state = guest("Email/get", "'ids':[]").path("state").asText();
        set("'" + hidden + "':{'keywords/$flagged':true}");
        assertThat(guest("Email/get", "'ids':[]").path("state").asText()).isEqualTo(state);
        put(hidden, open);
        set("'" + mail + "':{'labelIds/" + open + "':null}");
        JsonNode changes = guest("Email/changes", "'sinceState':'" + state + "'");
        assertThat(texts(changes.path("created"))).containsExactly(hidden);
        assertThat(texts(changes.path("destroyed"))).containsExactly(mail);
        String next = changes.path("newState").asText();
        set("'" + hidden + "':{'keywords/$seen':true}");
        assertThat(texts(guest("Email/changes", "'sinceState':'" + next + "'").path("updated")))
                .containsExactly(hidden);
        call(bob, "Label/set", "'destroy':['" + open + "']");
        assertThat(asGuest("Email/changes", "'sinceState':'" + next + "'")
                        .at("/1/type")
                        .asText())
                .isEqualTo("accountNotFound");
        assertThat(isWatched(open)).as("a destroyed label").isFalse();
    }

    private static Scope scope(LocalMailUser user) {
        return Scope.account(new ScopeKey(), user.who().account().n());
    }

    private boolean isWatched(String label) {
        return SERVER.store()
                .read(
                        scope(bob),
                        snapshot -> snapshot.watched("Thread")
                                .contains(ObjectId.parse('l', label).orElseThrow()));
    }

    @Test
    @Covers("V2-03")
    void labelOfManyEmailsIsWatchedInPortions() {
        share("");
        String many = label(bob, "Many");
        List<String> emails = new ArrayList<>();
        for (int i = 0; i < 101; i++) {
            emails.add(bob.bring(SharedMailboxFixture.letter("many" + i, "")));
        }
        for (String email : emails) {
            put(email, many);
        }
        open = many;
        share("'mayRead':true");
        awaitWatched();
        String state = guest("Email/get", "'ids':[]").path("state").asText();
        set("'" + emails.get(0) + "':{'keywords/$seen':true},'" + emails.get(100) + "':{'labelIds/" + many + "':null}");
        JsonNode changes = guest("Email/changes", "'sinceState':'" + state + "'");
        assertThat(texts(changes.path("updated"))).containsExactly(emails.get(0));
        assertThat(texts(changes.path("destroyed"))).containsExactly(emails.get(100));
        assertThat(guest("Email/query", "'calculateTotal':true").path("total").asInt())
                .isEqualTo(100);
        put(emails.get(100), many);
        call(bob, "Label/set", "'destroy':['" + many + "']");
        Eventually.until("the label is no longer watched", () -> !isWatched(many));
        assertThat(SERVER.store()
                        .<Set<Long>>read(
                                scope(bob),
                                snapshot -> snapshot.members(
                                        "Email", ObjectId.parse('l', many).orElseThrow())))
                .as("no email remains in the log")
                .isEmpty();
    }
}

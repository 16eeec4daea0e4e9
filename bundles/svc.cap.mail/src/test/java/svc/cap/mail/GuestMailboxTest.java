package svc.cap.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.testkit.bundles.MailCalls.texts;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.engine.ScopeKey;
import svc.api.jmap.Capability;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.testkit.Covers;
import svc.testkit.Eventually;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/** A user with whom mailboxes are shared creates, renames, moves and destroys mailboxes. */
class GuestMailboxTest extends SharedMailboxFixture {

    private static final String READ = "'mayReadItems':true";

    @RegisterExtension
    static final BundleServer SERVER =
            BundleServer.withMailStorage().providing(Capability.class, directory -> () -> PRINCIPALS);

    @Override
    BundleServer server() {
        return SERVER;
    }

    private String ownersMailbox(String name, String parent) {
        JsonNode created = bob.call("Mailbox/set", "'create':{'k':{'name':'" + name + "','parentId':" + parent + "}}");
        assertThat(created.path("created").has("k")).as(created.toString()).isTrue();
        return created.at("/created/k/id").asText();
    }

    private void share(String mailbox, LocalMailUser with, String rights) {
        JsonNode response = bob.using(
                List.of(MailCalls.URN, PRINCIPALS),
                "['Mailbox/set',{'accountId':'@','update':{'" + mailbox + "':{'shareWith/"
                        + with.who().accountId() + "':{" + rights + "}}}},'c']");
        assertThat(response.at("/0/1/updated").has(mailbox))
                .as(response.toString())
                .isTrue();
    }

    private JsonNode create(String name, String parent) {
        return guest("Mailbox/set", "'create':{'k':{'name':'" + name + "','parentId':" + parent + "}}");
    }

    private JsonNode update(String mailbox, String patch) {
        return guest("Mailbox/set", "'update':{'" + mailbox + "':{" + patch + "}}")
                .path("notUpdated")
                .path(mailbox);
    }

    private JsonNode destroy(String mailbox, boolean withEmails) {
        return guest("Mailbox/set", "'onDestroyRemoveEmails':" + withEmails + ",'destroy':['" + mailbox + "']")
                .path("notDestroyed")
                .path(mailbox);
    }

    private static void forbidden(JsonNode error) {
        assertThat(error.path("type").asText()).as(error.toString()).isEqualTo("forbidden");
    }

    private static String quoted(String id) {
        return "'" + id + "'";
    }

    @Test
    void childOfASharedMailboxIsSharedLikeItsParent() {
        LocalMailUser cem = LocalMailUser.of(SERVER, "cem@" + bob.who().email().replaceAll(".*@", ""));
        share(READ + ",'mayAddItems':true");
        forbidden(create("Child", quoted(open)).at("/notCreated/k"));
        share(READ + ",'mayCreateChild':true,'maySetSeen':true");
        share(open, cem, READ);
        JsonNode created = create("Child", quoted(open)).at("/created/k");
        String child = created.path("id").asText();
        assertThat(created.at("/myRights/mayCreateChild").asBoolean()).isTrue();
        assertThat(created.at("/myRights/maySubmit").asBoolean(true)).isFalse();
        JsonNode seen = guest("Mailbox/get", "'ids':['" + child + "']").at("/list/0");
        assertThat(seen.path("parentId").asText()).isEqualTo(open);
        assertThat(seen.path("myRights")).isEqualTo(created.path("myRights"));
        assertThat(seen.path("isSubscribed").asBoolean()).isTrue();
        JsonNode shareWith = bob.using(
                        List.of(MailCalls.URN, PRINCIPALS),
                        "['Mailbox/get',{'accountId':'@','ids':['" + open + "','" + child + "']},'c']")
                .at("/0/1/list");
        assertThat(shareWith.get(1).path("shareWith"))
                .isEqualTo(shareWith.get(0).path("shareWith"));
        assertThat(cem.using(
                                List.of(MailCalls.URN),
                                "['Mailbox/get',{'accountId':'" + shared + "','ids':['" + child + "']},'c']")
                        .at("/0/1/list/0/name")
                        .asText())
                .isEqualTo("Child");
        String of = ownersMailbox("Of the owner", quoted(open));
        assertThat(texts(guest("Mailbox/get", "'ids':['" + of + "']").path("notFound")))
                .as("a mailbox that the owner creates is not shared")
                .containsExactly(of);
    }

    @Test
    @Covers("ACC-06")
    void destroyedMailboxIsNoLongerWatchedAndTheOtherOneStaysCorrect() {
        share(READ);
        String second = ownersMailbox("Second", "null");
        share(second, ann, READ);
        awaitWatched();
        Scope scope = Scope.account(new ScopeKey(), bob.who().account().n());
        long n = ObjectId.parse('f', second).orElseThrow();
        Eventually.until(
                "both mailboxes are watched",
                () -> SERVER.store().read(scope, snapshot -> snapshot.isWatched("Thread", n)));
        String moved = bob.bring(letter("moved", ""), second, "").path("id").asText();
        String before = guest("Email/get", "'ids':[]").path("state").asText();
        bob.call("Mailbox/set", "'destroy':['" + second + "'],'onDestroyRemoveEmails':true");
        for (String type : List.of("Email", "Thread")) {
            assertThat(SERVER.store().<Set<Long>>read(scope, snapshot -> snapshot.watched(type)))
                    .containsExactly(ObjectId.parse('f', open).orElseThrow());
        }
        assertThat(asGuest("Email/changes", "'sinceState':'" + before + "'")
                        .at("/1/type")
                        .asText())
                .isEqualTo("cannotCalculateChanges");
        assertThat(texts(guest("Email/get", "'ids':['" + moved + "']").path("notFound")))
                .containsExactly(moved);
        String now = guest("Email/get", "'ids':[]").path("state").asText();
        String arrived = bob.bring(letter("arrived", ""), open, "").path("id").asText();
        assertThat(texts(guest("Email/changes", "'sinceState':'" + now + "'").path("created")))
                .containsExactly(arrived);
    }

    @Test
    void newMailboxCanBeUsedInTheSameRequest() {
        share(READ + ",'mayCreateChild':true,'mayAddItems':true");
        JsonNode responses = ann.using(
                List.of(MailCalls.URN),
                "['Mailbox/set',{'accountId':'" + shared + "','create':{'k':{'name':'Child','parentId':'" + open
                        + "'}}},'c'],['Mailbox/set',{'accountId':'" + shared
                        + "','create':{'g':{'name':'Grandchild','parentId':'#k'}}},'d'],['Email/import',{'accountId':'"
                        + shared + "','emails':{'e':{'blobId':'"
                        + ann.who().uploadTo(bob.who(), letter("in it", "")) + "','mailboxIds':{'#k':true}}}},'e']");
        assertThat(responses.at("/1/1/created").has("g"))
                .as(responses.toString())
                .isTrue();
        assertThat(responses.at("/2/1/created").has("e"))
                .as(responses.toString())
                .isTrue();
    }

    @Test
    @Covers("ACC-06")
    void hiddenParentIsAsIfItDidNotExist() {
        share(READ + ",'mayCreateChild':true,'mayRename':true");
        assertThat(create("Child", quoted(secret)).path("notCreated"))
                .isEqualTo(create("Child", "'fvvvv'").path("notCreated"));
        assertThat(create("Child", quoted(secret))
                        .at("/notCreated/k/properties/0")
                        .asText())
                .isEqualTo("parentId");
        String child = create("Child", quoted(open)).at("/created/k/id").asText();
        assertThat(update(child, "'parentId':'" + secret + "'"))
                .isEqualTo(update(child, "'parentId':'fvvvv'"))
                .isNotEmpty();
        forbidden(create("Child", "null").at("/notCreated/k"));
        forbidden(update(child, "'parentId':null"));
    }

    @Test
    void hiddenSiblingPreventsTheNameButIsNotNamed() {
        String hiddenChild = ownersMailbox("Hidden", quoted(open));
        share(READ + ",'mayCreateChild':true,'mayRename':true");
        JsonNode refused = create("Hidden", quoted(open)).at("/notCreated/k");
        assertThat(refused.path("type").asText()).isEqualTo("invalidProperties");
        assertThat(texts(refused.path("properties"))).containsExactly("name");
        assertThat(refused.toString()).doesNotContain(hiddenChild);
        String child = create("Child", quoted(open)).at("/created/k/id").asText();
        assertThat(update(child, "'name':'Hidden'")).isEqualTo(refused);
        JsonNode visible = create("Child", quoted(open)).at("/notCreated/k");
        assertThat(visible.path("type").asText()).isEqualTo("alreadyExists");
        assertThat(visible.path("existingId").asText()).isEqualTo(child);
    }

    @Test
    void nameOfTheInboxIsReservedWhereTheGuestSeesNoParent() {
        String top = bob.newMailbox("Top");
        share(top, ann, READ + ",'mayRename':true");
        share(READ + ",'mayRename':true");
        JsonNode below = update(open, "'name':'Inbox'");
        assertThat(below.path("type").asText()).isEqualTo("invalidProperties");
        assertThat(update(top, "'name':'Inbox'")).isEqualTo(below);
    }

    @Test
    void renameAndMoveNeedTheirRights() {
        String second = bob.newMailbox("Second");
        share(second, ann, READ);
        share(READ + ",'mayDelete':true");
        forbidden(update(open, "'name':'Other'"));
        assertThat(update(open, "'name':'Open','parentId':null,'role':null").isMissingNode())
                .as("the values are those that the guest sees")
                .isTrue();
        share(READ + ",'mayRename':true");
        assertThat(update(open, "'name':'Other','isSubscribed':false").isMissingNode())
                .isTrue();
        forbidden(update(open, "'role':'archive'"));
        forbidden(update(open, "'sortOrder':7"));
        forbidden(update(open, "'parentId':'" + second + "'"));
        share(second, ann, READ + ",'mayCreateChild':true");
        assertThat(bob.call("Mailbox/get", "'ids':['" + open + "']")
                        .at("/list/0/parentId")
                        .asText())
                .as("a mailbox that the guest renames stays where it is")
                .isEqualTo(secret);
        assertThat(update(open, "'parentId':'" + second + "'").isMissingNode()).isTrue();
        JsonNode moved = bob.call("Mailbox/get", "'ids':['" + open + "']").at("/list/0");
        assertThat(moved.path("name").asText()).isEqualTo("Other");
        assertThat(moved.path("parentId").asText()).isEqualTo(second);
        assertThat(moved.path("isSubscribed").asBoolean())
                .as("the subscription of the owner")
                .isTrue();
        assertThat(guest("Mailbox/get", "'ids':['" + open + "']")
                        .at("/list/0/isSubscribed")
                        .asBoolean(true))
                .isFalse();
        share(READ);
        share(second, ann, READ + ",'mayRename':true");
        forbidden(update(open, "'name':'Again'"));
        assertThat(update(second, "'parentId':'" + second + "'").path("type").asText())
                .isIn("invalidProperties", "forbidden");
    }

    @Test
    void mailboxesExchangeTheirNames() {
        String second = bob.newMailbox("Second");
        share(READ + ",'mayRename':true,'mayCreateChild':true");
        share(second, ann, READ + ",'mayRename':true");
        String a = create("A", quoted(open)).at("/created/k/id").asText();
        String b = create("B", quoted(open)).at("/created/k/id").asText();
        JsonNode set = guest("Mailbox/set", "'update':{'" + a + "':{'name':'B'},'" + b + "':{'name':'A'}}");
        assertThat(set.path("updated").has(a) && set.path("updated").has(b))
                .as(set.toString())
                .isTrue();
    }

    @Test
    void destroyNeedsItsRights() {
        bob.call("Email/set", "'update':{'" + hidden + "':{'mailboxIds/" + open + "':true}}");
        share(READ + ",'mayRename':true,'mayRemoveItems':true");
        forbidden(destroy(open, true));
        share(READ + ",'mayDelete':true");
        assertThat(destroy(open, false).path("type").asText()).isEqualTo("mailboxHasEmail");
        forbidden(destroy(open, true));
        assertThat(bob.call("Email/query", "'filter':{'inMailbox':'" + open + "'}")
                        .path("ids"))
                .as("nothing was removed")
                .hasSize(2);
        share(READ + ",'mayDelete':true,'mayRemoveItems':true");
        assertThat(destroy(open, true).isMissingNode()).isTrue();
        assertThat(texts(bob.call("Mailbox/get", "'ids':['" + open + "']").path("notFound")))
                .containsExactly(open);
        assertThat(texts(bob.call("Email/get", "'ids':['" + mail + "']").path("notFound")))
                .containsExactly(mail);
        assertThat(bob.email(hidden, "mailboxIds").path("mailboxIds").fieldNames())
                .toIterable()
                .as("another mailbox keeps the email")
                .containsExactly(secret);
        assertThat(accounts().has(shared)).as("nothing is shared any more").isFalse();
    }

    @Test
    void mailboxWithAHiddenChildIsNotDestroyed() {
        share(READ + ",'mayDelete':true,'mayRemoveItems':true,'mayCreateChild':true");
        String child = create("Child", quoted(open)).at("/created/k/id").asText();
        assertThat(destroy(open, true).path("type").asText()).isEqualTo("mailboxHasChild");
        String hiddenChild = ownersMailbox("Hidden", quoted(open));
        assertThat(destroy(open, true).path("type").asText()).isEqualTo("mailboxHasChild");
        assertThat(destroy(child, false).isMissingNode()).isTrue();
        JsonNode refused = destroy(open, true);
        forbidden(refused);
        assertThat(refused.toString()).doesNotContain(hiddenChild);
        assertThat(bob.call("Email/query", "'filter':{'inMailbox':'" + open + "'}")
                        .path("ids"))
                .as("nothing was removed")
                .hasSize(1);
        assertThat(texts(guest("Mailbox/get", "'ids':['" + secret + "']").path("notFound")))
                .containsExactly(secret);
        assertThat(destroy(secret, true))
                .isEqualTo(guest("Mailbox/set", "'destroy':['fvvvv']").at("/notDestroyed/fvvvv"));
    }

    @Test
    void inboxIsNotDestroyed() {
        String inbox = bob.mailbox("inbox");
        share(inbox, ann, READ + ",'mayDelete':true,'mayRemoveItems':true");
        forbidden(destroy(inbox, true));
    }

    @Test
    void changesNameMailboxesThatOtherGuestsRename() {
        share(READ + ",'mayRename':true");
        String state = guest("Mailbox/get", "'ids':[]").path("state").asText();
        assertThat(update(open, "'name':'Other'").isMissingNode()).isTrue();
        assertThat(texts(
                        guest("Mailbox/changes", "'sinceState':'" + state + "'").path("updated")))
                .containsExactly(open);
    }
}

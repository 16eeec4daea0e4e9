package svc.cap.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.testkit.bundles.MailCalls.texts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.jmap.Capability;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/** How mailboxes are shared, and what a user can change with whom one is shared. */
class SharedMailboxRightsTest extends SharedMailboxFixture {

    @RegisterExtension
    static final BundleServer SERVER =
            BundleServer.withMailStorage().providing(Capability.class, directory -> () -> PRINCIPALS);

    @Override
    BundleServer server() {
        return SERVER;
    }

    private static boolean mayCreateMailboxes(JsonNode account) {
        JsonNode may = account.path("accountCapabilities").path(MailCalls.URN).path("mayCreateTopLevelMailbox");
        assertThat(may.isBoolean()).isTrue();
        return may.asBoolean();
    }

    @Test
    void sessionSaysThatGuestsCannotCreateMailboxes() {
        share("'mayReadItems':true,'mayAddItems':true");
        JsonNode own = accounts().path(ann.who().accountId());
        assertThat(mayCreateMailboxes(own)).isTrue();
        assertThat(mayCreateMailboxes(accounts().path(shared))).isFalse();
    }

    @Test
    void guestFlagsAndMovesAsTheRightsAllow() {
        String flag = "'update':{'" + mail + "':{'keywords/$flagged':true}}";
        assertThat(asGuest("Email/set", flag).at("/1/type").asText()).isEqualTo("accountReadOnly");
        share("'mayReadItems':true,'maySetSeen':true");
        assertThat(guest("Email/set", flag).at("/notUpdated/" + mail + "/type").asText())
                .isEqualTo("forbidden");
        assertThat(guest("Email/set", flag.replace("$flagged", "$seen"))
                        .path("updated")
                        .has(mail))
                .isTrue();
        share("'mayReadItems':true,'maySetKeywords':true");
        assertThat(guest("Email/set", flag).path("updated").has(mail)).isTrue();
        assertThat(bob.email(mail, "keywords").path("keywords").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("$flagged", "$seen");
        bob.call("Email/set", "'update':{'" + mail + "':{'mailboxIds/" + secret + "':true}}");
        String destroy = "'destroy':['" + mail + "']";
        assertThat(guest("Email/set", destroy)
                        .at("/notDestroyed/" + mail + "/type")
                        .asText())
                .isEqualTo("forbidden");
        share("'mayReadItems':true,'mayRemoveItems':true");
        assertThat(texts(guest("Email/set", destroy).path("destroyed"))).containsExactly(mail);
        assertThat(bob.email(mail, "mailboxIds").path("mailboxIds").fieldNames())
                .toIterable()
                .as("the mailbox that the guest does not see keeps the email")
                .containsExactly(secret);
        assertThat(guest("Email/get", "'ids':null").path("list")).isEmpty();
    }

    @Test
    void wholeMailboxIdsOfAGuestKeepHiddenMailboxes() {
        String second = bob.newMailbox("Second");
        bob.call("Email/set", "'update':{'" + mail + "':{'mailboxIds/" + secret + "':true}}");
        share("'mayReadItems':true,'mayRemoveItems':true");
        bob.using(
                List.of(MailCalls.URN, PRINCIPALS),
                "['Mailbox/set',{'accountId':'@','update':{'" + second + "':{'shareWith/"
                        + ann.who().accountId() + "':{'mayReadItems':true,'mayAddItems':true}}}},'c']");
        JsonNode moved = guest("Email/set", "'update':{'" + mail + "':{'mailboxIds':{'" + second + "':true}}}");
        assertThat(moved.path("updated").has(mail)).as(moved.toString()).isTrue();
        assertThat(bob.email(mail, "mailboxIds").path("mailboxIds").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(second, secret);
        assertThat(guest("Email/set", "'update':{'" + mail + "':{'mailboxIds':{'" + open + "':true}}}")
                        .at("/notUpdated/" + mail + "/type")
                        .asText())
                .isEqualTo("forbidden");
    }

    @Test
    @Covers("ACC-07")
    void shareWithIsValidated() {
        LocalMailUser eve = LocalMailUser.of(SERVER, "eve@elsewhere.test");
        String annId = ann.who().accountId();
        for (String wrong : List.of(
                "'shareWith':{'" + eve.who().accountId() + "':{'mayReadItems':true}}",
                "'shareWith':{'unknown':{'mayReadItems':true}}",
                "'shareWith':{'" + bob.who().accountId() + "':{'mayReadItems':true}}",
                "'shareWith':{'" + annId + "':{'maySetSeen':true}}",
                "'shareWith':{'" + annId + "':{'mayFly':true}}",
                "'shareWith':{'" + annId + "':{'mayReadItems':7}}",
                "'shareWith':7",
                "'shareWith/" + annId + "':7")) {
            JsonNode refused = bob.using(
                            List.of(MailCalls.URN, PRINCIPALS),
                            "['Mailbox/set',{'accountId':'@','update':{'" + secret + "':{" + wrong + "}}},'c']")
                    .at("/0/1/notUpdated/" + secret);
            assertThat(refused.path("type").asText()).as(wrong).isEqualTo("invalidProperties");
            assertThat(texts(refused.path("properties"))).as(wrong).containsExactly("shareWith");
        }
        JsonNode unknown = bob.response("Mailbox/set", "'update':{'" + secret + "':{'shareWith':null}}")
                .path(1);
        assertThat(unknown.at("/notUpdated/" + secret + "/type").asText())
                .as("without the capability there is no such property")
                .isEqualTo("invalidProperties");
        assertThat(MailCalls.json(eve.who().session()).path("accounts")).hasSize(1);
    }

    @Test
    void shareWithIsReadAndPatched() {
        LocalMailUser cem = LocalMailUser.of(SERVER, "cem@" + bob.who().email().replaceAll(".*@", ""));
        String annId = ann.who().accountId();
        bob.using(
                List.of(MailCalls.URN, PRINCIPALS),
                "['Mailbox/set',{'accountId':'@','update':{'" + open + "':{'shareWith/"
                        + cem.who().accountId() + "':{'mayReadItems':true},'shareWith/" + annId
                        + "/maySetSeen':true}}},'c']");
        JsonNode shares = bob.using(
                        List.of(MailCalls.URN, PRINCIPALS),
                        "['Mailbox/get',{'accountId':'@','ids':['" + open + "','" + secret + "']},'c']")
                .at("/0/1/list");
        ObjectNode shareWith = (ObjectNode) shares.get(1).path("shareWith");
        assertThat(shareWith.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(annId, cem.who().accountId());
        assertThat(shareWith.at("/" + annId + "/maySetSeen").asBoolean()).isTrue();
        assertThat(shareWith.at("/" + cem.who().accountId() + "/maySetSeen").asBoolean(true))
                .isFalse();
        assertThat(shares.get(0).path("shareWith").isNull()).isTrue();
        assertThat(bob.call("Mailbox/get", "'ids':['" + open + "']")
                        .at("/list/0")
                        .has("shareWith"))
                .isFalse();
    }

    private JsonNode guestWithPrincipals(String method, String arguments) {
        return ann.using(
                        List.of(MailCalls.URN, PRINCIPALS),
                        "['" + method + "',{'accountId':'" + shared + "'," + arguments + "},'c']")
                .path(0);
    }

    @Test
    void guestWithTheRightSharesTheMailboxWithOwnRights() {
        LocalMailUser cem = LocalMailUser.of(SERVER, "cem@" + bob.who().email().replaceAll(".*@", ""));
        String cemId = cem.who().accountId();
        String read = "'ids':['" + open + "'],'properties':['shareWith']";
        String give = "'update':{'" + open + "':{'shareWith/" + cemId + "':{'mayReadItems':true}}}";
        share("'mayReadItems':true,'maySetSeen':true");
        assertThat(guestWithPrincipals("Mailbox/get", read).at("/1/type").asText())
                .isEqualTo("invalidArguments");
        assertThat(guestWithPrincipals("Mailbox/set", give)
                        .at("/1/notUpdated/" + open + "/type")
                        .asText())
                .isEqualTo("invalidPatch");
        share("'mayReadItems':true,'mayShare':true");
        assertThat(guestWithPrincipals("Mailbox/set", give).at("/1/updated").has(open))
                .isTrue();
        assertThat(guestWithPrincipals("Mailbox/set", give.replace("true", "true,'maySetSeen':true"))
                        .at("/1/notUpdated/" + open + "/type")
                        .asText())
                .isEqualTo("forbidden");
        assertThat(guestWithPrincipals("Mailbox/get", read)
                        .at("/1/list/0/shareWith")
                        .fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(ann.who().accountId(), cemId);
        assertThat(guestWithPrincipals("Principal/get", "'ids':null").path(0).asText())
                .as("the account has no principals")
                .isEqualTo("error");
        guestWithPrincipals("Mailbox/set", give.replace("{'mayReadItems':true}", "null"));
        assertThat(MailCalls.json(cem.who().session()).path("accounts")).hasSize(1);
    }

    @Test
    void guestSubscribes() {
        share("'mayReadItems':true,'maySetSeen':true");
        for (boolean subscribed : new boolean[] {false, true}) {
            assertThat(guest("Mailbox/set", "'update':{'" + open + "':{'isSubscribed':" + subscribed + "}}")
                            .path("updated")
                            .has(open))
                    .isTrue();
            JsonNode mailbox = guest("Mailbox/get", "'ids':null").at("/list/0");
            assertThat(mailbox.path("isSubscribed").asBoolean()).isEqualTo(subscribed);
        }
        assertThat(guest("Mailbox/set", "'update':{'" + open + "':{'name':'Other'}}")
                        .at("/notUpdated/" + open + "/type")
                        .asText())
                .isEqualTo("forbidden");
    }

    @Test
    @Covers({"RFC8621 §2", "ACC-03"})
    void guestWhoCanOnlyReadSubscribesAndChangesNothingElse() {
        assertThat(accounts().path(shared).path("isReadOnly").asBoolean()).isTrue();
        for (boolean subscribed : new boolean[] {false, true, false}) {
            JsonNode set = guest(
                    "Mailbox/set",
                    "'create':{},'update':{'" + open + "':{'isSubscribed':" + subscribed + "}},'destroy':[]");
            assertThat(set.path("updated").has(open)).as(set.toString()).isTrue();
            assertThat(guest("Mailbox/get", "'ids':null")
                            .at("/list/0/isSubscribed")
                            .asBoolean())
                    .isEqualTo(subscribed);
        }
        assertThat(bob.call("Mailbox/get", "'ids':['" + open + "']")
                        .at("/list/0/isSubscribed")
                        .asBoolean())
                .as("the subscription of the owner")
                .isTrue();
        String subscribe = "'" + open + "':{'isSubscribed':true}";
        for (String more : List.of(
                "'update':{'" + open + "':{'isSubscribed':true,'name':'x'}}",
                "'update':{" + subscribe + ",'" + secret + "':{'sortOrder':1}}",
                "'update':{'" + open + "':{}}",
                "'update':{}",
                "'update':{" + subscribe + "},'create':{'k':{'name':'x'}}",
                "'update':{" + subscribe + "},'destroy':['" + open + "']",
                "'destroy':[]")) {
            assertThat(asGuest("Mailbox/set", more).at("/1/type").asText())
                    .as(more)
                    .isEqualTo("accountReadOnly");
        }
        String there = asGuest("Mailbox/set", "'update':{'" + secret + "':{'isSubscribed':true}}")
                .toString();
        String nowhere = asGuest("Mailbox/set", "'update':{'fvvvv':{'isSubscribed':true}}")
                .toString();
        assertThat(there.replace(secret, "ID")).isEqualTo(nowhere.replace("fvvvv", "ID"));
        assertThat(there).contains("notFound");
        assertThat(guest("Mailbox/set", "'update':{'" + open + "':{'isSubscribed':'yes'}}")
                        .at("/notUpdated/" + open + "/type")
                        .asText())
                .isEqualTo("invalidProperties");
    }

    @Test
    void statesOfAGuestCoverTheChangesOfTheGuest() {
        share("'mayReadItems':true,'maySetSeen':true");
        awaitWatched();
        JsonNode set = guest("Email/set", "'update':{'" + mail + "':{'keywords/$seen':true}}");
        assertThat(set.path("newState")).isNotEqualTo(set.path("oldState"));
        JsonNode since =
                guest("Email/changes", "'sinceState':'" + set.path("oldState").asText() + "'");
        assertThat(texts(since.path("updated"))).containsExactly(mail);
        assertThat(since.path("newState")).isEqualTo(set.path("newState"));
        JsonNode after =
                guest("Email/changes", "'sinceState':'" + set.path("newState").asText() + "'");
        assertThat(texts(after.path("updated"))).isEmpty();
        JsonNode mailboxes = guest("Mailbox/get", "'ids':[]");
        assertThat(guest(
                                "Email/set",
                                "'ifInState':'" + set.path("newState").asText() + "','update':{'" + mail
                                        + "':{'keywords/$seen':null}}")
                        .path("updated")
                        .has(mail))
                .isTrue();
        JsonNode counts = guest(
                "Mailbox/changes", "'sinceState':'" + mailboxes.path("state").asText() + "'");
        assertThat(texts(counts.path("updated"))).containsExactly(open);
    }
}

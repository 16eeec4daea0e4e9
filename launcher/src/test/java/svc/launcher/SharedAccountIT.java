package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;
import svc.testkit.bundles.BlobCalls;
import svc.testkit.bundles.MailCalls;

/** What a caller sees and may do in a shared account, over HTTP. */
final class SharedAccountIT {

    private static final String READ = "{'mayReadItems':true}";
    private static final String WRITE = "{'mayReadItems':true,'mayAddItems':true}";

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = SharedServer.plain();
    }

    private static JsonNode session(MailUser user) {
        return SignedIn.json(user.who().get("/.well-known/jmap"));
    }

    private static MailUser user(String address) {
        return MailUser.of(server, address);
    }

    @Test
    @Covers({"ACC-01", "ACC-02", "ACC-03", "ACC-04", "SESS-10"})
    void readShareAllowsReadingOnly() {
        MailUser ann = user("ann@sharedaccount.test");
        MailUser bob = user("bob@sharedaccount.test");
        assertThat(server.command("", "account", "update", bob.who().accountId(), "--name", "Bob Bones")
                        .exit())
                .isZero();
        String open = bob.newMailbox("Open");
        String email = bob.bring(MailCalls.letter("shared", "Shares", ""), open, "")
                .path("id")
                .asText();
        String before = session(ann).path("state").asText();
        bob.share(open, ann.who(), READ);

        String own = ann.who().accountId();
        JsonNode session = session(ann);
        assertThat(session.path("state").asText()).isNotEqualTo(before);
        MailCalls guest = ann.guestOf(bob);
        assertThat(session.path("accounts").fieldNames()).toIterable().containsExactlyInAnyOrder(own, guest.account());
        assertAccount(session.path("accounts").path(own), "ann@sharedaccount.test", true, false);
        JsonNode account = session.path("accounts").path(guest.account());
        assertAccount(account, "Bob Bones", false, true);
        assertThat(account.path("accountCapabilities").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        MailCalls.URN, MailCalls.SECOND, BlobCalls.URN, "urn:ietf:params:jmap:principals:owner");
        assertThat(session.path("primaryAccounts").path(MailCalls.URN).asText()).isEqualTo(own);

        assertThat(guest.call("Email/get", "'ids':null").at("/list/0/id").asText())
                .isEqualTo(email);
        for (String change :
                List.of("'create':{'k':{'mailboxIds':{'" + open + "':true}}}", "'destroy':['" + email + "']")) {
            assertThat(guest.error("Email/set", change)).isEqualTo("accountReadOnly");
        }
        assertThat(bob.call("Email/get", "'ids':null").path("list")).hasSize(1);
    }

    @Test
    @Covers({"ACC-03", "ACC-04"})
    void writeShareAllowsWriting() {
        MailUser carol = user("carol@sharedaccount.test");
        MailUser dan = user("dan@sharedaccount.test");
        String open = dan.newMailbox("Open");
        dan.share(open, carol.who(), WRITE);
        MailCalls guest = carol.guestOf(dan);
        assertAccount(session(carol).path("accounts").path(guest.account()), "dan@sharedaccount.test", false, false);
        String email = guest.call("Email/set", "'create':{'k':{'mailboxIds':{'" + open + "':true},'subject':'New'}}")
                .at("/created/k/id")
                .asText();
        assertThat(dan.call("Email/get", "'ids':null").at("/list/0/id").asText())
                .isEqualTo(email);
    }

    @Test
    @Covers("ACC-04")
    void unsharedTypesAreNotInTheAccount() {
        MailUser eve = user("eve@sharedaccount.test");
        MailUser fay = user("fay@sharedaccount.test");
        fay.share(fay.mailbox("inbox"), eve.who(), READ);
        MailCalls guest = eve.guestOf(fay);
        assertThat(session(eve)
                        .path("accounts")
                        .path(guest.account())
                        .path("accountCapabilities")
                        .has(TasksBundle.URN))
                .isFalse();
        assertThat(guest.using(List.of(TasksBundle.URN), "['Task/get',{'accountId':'@','ids':null},'c']")
                        .at("/0/1/type")
                        .asText())
                .isEqualTo("accountNotSupportedByMethod");
    }

    @Test
    @Covers("ACC-07")
    void sharesDoNotCrossTenants() {
        MailUser gil = user("gil@sharedaccount.test");
        MailUser zoe = user("zoe@elsewhere.sharedaccount.test");
        String inbox = zoe.mailbox("inbox");
        String before = session(gil).toString();
        assertThat(zoe.tryShare(inbox, gil.who(), WRITE)
                        .at("/notUpdated/" + inbox + "/type")
                        .asText())
                .isEqualTo("invalidProperties");
        assertThat(session(gil)).hasToString(before);
        assertThat(gil.guestOf(zoe).error("Mailbox/get", "'ids':null")).isEqualTo("accountNotFound");
    }

    private static JsonNode since(MailCalls user, String method, String argument, String state) {
        return user.response("Mailbox/" + method, "'" + argument + "':'" + state + "'")
                .path(1);
    }

    /**
     * Changed rights show or hide objects that did not change: earlier states are not valid any more (RFC 8620 §5.2).
     */
    @Test
    @Covers({"ACC-04", "ERR-02"})
    void statesFromBeforeAShareChangeCannotBeCalculated() {
        MailUser ivy = user("ivy@sharedaccount.test");
        MailUser jon = user("jon@sharedaccount.test");
        String open = jon.newMailbox("Open");
        String other = jon.newMailbox("Other");
        jon.share(open, ivy.who(), READ);
        MailCalls guest = ivy.guestOf(jon);
        String own = jon.state("Mailbox");
        String state = guest.state("Mailbox");
        String query =
                guest.call("Mailbox/query", "'filter':{}").path("queryState").asText();
        String rename = "'update':{'" + open + "':{'name':'Renamed'}}";
        jon.call("Mailbox/set", rename);
        for (int again = 0; again < 2; again++) {
            assertThat(MailCalls.texts(
                            since(guest, "changes", "sinceState", state).path("updated")))
                    .containsExactly(open);
            assertThat(since(guest, "queryChanges", "sinceQueryState", query)
                            .at("/added/0/id")
                            .asText())
                    .isEqualTo(open);
            jon.share(open, ivy.who(), READ);
        }

        jon.share(open, ivy.who(), WRITE);
        assertLost(since(guest, "changes", "sinceState", state));
        assertLost(since(guest, "queryChanges", "sinceQueryState", query));
        assertThat(guest.error("Mailbox/set", "'ifInState':'" + state + "'," + rename))
                .isEqualTo("stateMismatch");
        assertLost(since(guest, "changes", "sinceState", own));
        assertThat(MailCalls.texts(since(jon, "changes", "sinceState", own).path("updated")))
                .as("the owner's own states stand")
                .containsExactly(open);
        String now = guest.state("Mailbox");
        assertThat(since(guest, "changes", "sinceState", now).path("updated")).isEmpty();
        jon.share(other, ivy.who(), READ);
        assertLost(since(guest, "changes", "sinceState", now));
    }

    private static void assertLost(JsonNode response) {
        assertThat(response).hasToString("{\"type\":\"cannotCalculateChanges\"}");
    }

    private static void assertAccount(JsonNode account, String name, boolean personal, boolean readOnly) {
        assertThat(account.path("name").isTextual()).isTrue();
        assertThat(account.path("name").asText()).isEqualTo(name);
        assertThat(account.path("isPersonal").isBoolean()).isTrue();
        assertThat(account.path("isPersonal").asBoolean()).isEqualTo(personal);
        assertThat(account.path("isReadOnly").isBoolean()).isTrue();
        assertThat(account.path("isReadOnly").asBoolean()).isEqualTo(readOnly);
    }

    /** No identifier of the protocol contains a product name. */
    @Test
    @Covers("GEN-08")
    void everyCapabilityUrnHasAKnownPrefix() {
        assertThat(session(user("hal@sharedaccount.test")).path("capabilities").fieldNames())
                .toIterable()
                .allSatisfy(urn -> assertThat(urn.startsWith("urn:ietf:params:jmap:")
                                || urn.startsWith("urn:svc:params:jmap:")
                                || Set.of(TasksBundle.URN, KeepsBundle.URN).contains(urn))
                        .as(urn)
                        .isTrue());
    }
}

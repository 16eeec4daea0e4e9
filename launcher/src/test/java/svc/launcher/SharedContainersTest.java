package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.engine.ScopeKey;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.testkit.Covers;
import svc.testkit.Eventually;
import svc.testkit.bundles.BlobCalls;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;
import svc.testkit.bundles.SendingCalls;

/**
 * One of two mailboxes is shared. No method of any bundle tells the other mailbox, or anything in it, from objects that
 * never existed.
 */
class SharedContainersTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withAllCapabilities();

    /** The arguments of the calls; ID is replaced by an id. */
    private static final List<String> ARGUMENTS = List.of(
            "'ids':['ID']",
            "'ids':['ID'],'properties':['id']",
            "'update':{'ID':{}}",
            "'update':{'ID':{'name':'x'}}",
            "'update':{'OPEN':{'mailboxIds/ID':true,'parentId':'ID','labelIds/ID':true}}",
            "'update':{'MAIL':{'mailboxIds':{'ID':true}}}",
            "'destroy':['ID']",
            "'create':{'k':{'id':'ID','mailboxIds':{'ID':true},'parentId':'ID','emailId':'ID','blobId':'ID'}}",
            "'filter':{'inMailbox':'ID'},'calculateTotal':true",
            "'filter':{'inMailboxOtherThan':['ID']},'calculateTotal':true",
            "'filter':{'parentId':'ID'},'calculateTotal':true",
            "'filter':{'hasLabel':'ID'},'calculateTotal':true",
            "'filter':{'text':'hidden'},'emailIds':['ID']",
            "'anchor':'ID','calculateTotal':true",
            "'blobIds':['ID']",
            "'ids':['ID'],'typeNames':['Email','Mailbox','Thread']",
            "'ids':['SEEN','ID','BLOB'],'typeNames':['Email','Mailbox','Thread']",
            "'ids':['ID'],'properties':['data:asText','data:asBase64','digest:sha','digest:sha-256','size']",
            "'ids':['SEEN','ID','BLOB'],'properties':['data:asText','size'],'offset':0,'length':1",
            "'create':{'k':{'data':[{'blobId':'ID'}]}}",
            "'create':{'k':{'data':[{'data:asText':'x'},{'blobId':'ID','offset':0,'length':1}],'type':'text/plain'}}",
            "'create':{'k':{'data':[{'blobId':'SEEN','offset':0,'length':1},{'blobId':'BLOB'}]}}",
            "'emails':{'k':{'blobId':'ID','mailboxIds':{'ID':true}}}",
            "'fromAccountId':'OWN','create':{'k':{'id':'ID','mailboxIds':{'ID':true}}}",
            "'fromAccountId':'OWN','blobIds':['ID']",
            "'create':{'k':{'name':'x','parentId':'ID'}}",
            "'create':{'k':{'mailboxIds':{'ID':true},'subject':'x'}}",
            "'create':{'k':{'mailboxIds':{'OPEN':true,'ID':true},'subject':'x'}}",
            "'create':{'k':{'mailboxIds':{'OPEN':true},'attachments':[{'blobId':'ID','type':'text/plain'}]}}",
            "'update':{'OPEN':{'parentId':'ID'}}",
            "'update':{'ID':{'parentId':'OPEN'}}",
            "'onDestroyRemoveEmails':true,'destroy':['ID']",
            "'emails':{'k':{'blobId':'ID','mailboxIds':{'OPEN':true}}}",
            "'emails':{'k':{'blobId':'BLOB','mailboxIds':{'OPEN':true,'ID':true}}}",
            "'emails':{'k':{'blobId':'BLOB','mailboxIds':{'OPEN':true},'labelIds':{'ID':true}}}",
            "'fromAccountId':'OWN','create':{'k':{'id':'MINE','mailboxIds':{'ID':true}}}",
            "'merge':{'k':{'threadIds':['ID','ID']}}",
            "'update':{'ID':{'undoStatus':'canceled'}}",
            "'create':{'k':{'identityId':'SELF','emailId':'ID'}}",
            "'create':{'k':{'identityId':'ID','emailId':'MAIL'}}",
            "'send':{'k':{'identityId':'SELF','emailId':'ID'}}",
            "'send':{'k':{'identityId':'SELF','blobId':'ID'}}",
            "'submissionIds':['ID']",
            "'filter':{'emailIds':['ID']},'calculateTotal':true",
            "'filter':{'threadIds':['ID']},'calculateTotal':true");

    private static final String PRINCIPALS = "urn:ietf:params:jmap:principals";

    private static LocalMailUser ann;
    private static LocalMailUser bob;
    private static String shared;
    private static String open;
    private static String mail;
    private static String mine;
    private static String seen;
    private static String uploaded;
    private static String identity;
    private static final Map<String, String> HIDDEN = new LinkedHashMap<>();

    @BeforeAll
    static void shareOneOfTwoMailboxes() {
        ann = LocalMailUser.of(SERVER, "ann@shared.test");
        bob = LocalMailUser.of(SERVER, "bob@shared.test");
        shared = ann.who().sharedBy(bob.who());
        open = bob.newMailbox("Open");
        String secret = bob.newMailbox("Secret");
        JsonNode visible = bob.bring(letter("seen"), open, "");
        mail = visible.path("id").asText();
        seen = visible.path("blobId").asText();
        JsonNode twin = bob.bring(letter("seen"), secret, "");
        assertThat(twin.path("blobId").asText()).isEqualTo(seen);
        JsonNode email = bob.bring(letter("hidden"), secret, "");
        JsonNode label = bob.using(
                List.of(MailCalls.LABELS), "['Label/set',{'accountId':'@','create':{'k':{'name':'Hidden'}}},'c']");
        HIDDEN.put(secret, "fvvvv");
        HIDDEN.put(email.path("id").asText(), "mvvvv");
        HIDDEN.put(twin.path("id").asText(), "mvvvv");
        HIDDEN.put(email.path("threadId").asText(), "tvvvv");
        HIDDEN.put(email.path("blobId").asText(), other(email.path("blobId").asText()));
        HIDDEN.put(label.at("/0/1/created/k/id").asText(), "lvvvv");
        identity = SendingCalls.identityOf(bob);
        HIDDEN.put(submitted(email.path("id").asText()), "svvvv");
        HIDDEN.put(submitted(mail), "svvvv");
        mine = ann.bring(letter("mine"), ann.mailbox("inbox"), "").path("id").asText();
        uploaded = ann.who().uploadTo(bob.who(), letter("uploaded"));
        share("{'mayReadItems':true,'mayAddItems':true,'mayRemoveItems':true,'maySetSeen':true,'maySetKeywords':true,"
                + "'mayCreateChild':true,'mayRename':true,'mayDelete':true,'maySubmit':true}");
        Scope scope = Scope.account(new ScopeKey(), bob.who().account().n());
        long n = ObjectId.parse('f', open).orElseThrow();
        Eventually.until(
                "the mailbox is watched",
                () -> SERVER.store().read(scope, snapshot -> snapshot.isWatched("Thread", n)));
    }

    private static byte[] letter(String subject) {
        return MailCalls.message(
                "From: bob@shared.test",
                "To: bob@shared.test",
                "Subject: About " + subject,
                "Date: Tue, 1 Apr 2025 10:20:30 +0200",
                "Message-ID: <" + subject + "@far.test>",
                "",
                "The text of " + subject + ".");
    }

    /** Submits an email as the owner. Returns the id of the submission. */
    private static String submitted(String email) {
        String envelope =
                SendingCalls.escaped("{'mailFrom':{'email':'bob@shared.test'},'rcptTo':[{'email':'bob@shared.test'}]}");
        JsonNode response = bob.using(
                SendingCalls.BOTH,
                "['EmailSubmission/set',{'accountId':'@','create':{'k':{'identityId':'" + identity + "','emailId':'"
                        + email + "','envelope':" + envelope + "}}},'c']");
        assertThat(response.at("/0/1/created/k/id").isTextual())
                .as(response.toString())
                .isTrue();
        return response.at("/0/1/created/k/id").asText();
    }

    private static String other(String id) {
        return id.substring(0, id.length() - 8) + (id.endsWith("00000000") ? "11111111" : "00000000");
    }

    private static void share(String rights) {
        JsonNode response = bob.using(
                List.of(MailCalls.URN, PRINCIPALS),
                "['Mailbox/set',{'accountId':'@','update':{'" + open + "':{'shareWith/"
                        + ann.who().accountId() + "':" + rights + "}}},'c']");
        assertThat(response.at("/0/1/updated").has(open))
                .as(response.toString())
                .isTrue();
    }

    private static List<String> using() {
        return SERVER.capabilities().stream()
                .filter(urn -> !urn.equals("urn:ietf:params:jmap:core"))
                .toList();
    }

    private static String answer(String method, String arguments) {
        return ann.using(
                        using(),
                        "['" + method + "',{'accountId':'" + shared + "'" + (arguments.isEmpty() ? "" : "," + arguments)
                                + "},'c']")
                .toString();
    }

    @TestFactory
    @Covers({"ACC-06", "BLOB-12"})
    Stream<DynamicTest> noMethodTellsHiddenObjectsFromObjectsThatNeverExisted() {
        return SERVER.methods().keySet().stream()
                .filter(method -> !method.equals("Core/echo"))
                .map(method -> DynamicTest.dynamicTest(method, () -> compare(method)));
    }

    private static void compare(String method) {
        for (String arguments : ARGUMENTS) {
            HIDDEN.forEach((hidden, never) -> {
                String there = answer(method, filled(arguments, hidden));
                String nowhere = answer(method, filled(arguments, never));
                assertThat(without(there, hidden))
                        .as(method + " " + arguments + " " + hidden)
                        .isEqualTo(without(nowhere, never));
                HIDDEN.keySet().stream()
                        .filter(id -> !id.equals(hidden))
                        .forEach(id -> assertThat(there).doesNotContain('"' + id + '"'));
            });
        }
        for (String arguments :
                List.of("", "'ids':null", "'calculateTotal':true", "'filter':{},'calculateTotal':true")) {
            String all = answer(method, arguments);
            HIDDEN.keySet().forEach(id -> assertThat(all).as(method).doesNotContain('"' + id + '"'));
        }
    }

    /** The comparison would prove nothing for a method that is not available in the account. */
    @Test
    void methodsOfBlobsAreAvailable() {
        for (String call : List.of(
                "Blob/get 'ids':['SEEN']",
                "Blob/lookup 'ids':['SEEN'],'typeNames':['Email','Mailbox','Thread']",
                "Blob/upload 'create':{'k':{'data':[{'blobId':'SEEN'},{'blobId':'BLOB'}]}}")) {
            String[] parts = call.split(" ", 2);
            assertThat(MailCalls.json(answer(parts[0], filled(parts[1], "")))
                            .at("/0/0")
                            .asText())
                    .isEqualTo(parts[0]);
        }
        assertThat(MailCalls.json(answer("Blob/lookup", filled("'ids':['SEEN'],'typeNames':['Email']", "")))
                        .at("/0/1/list/0/matchedIds/Email"))
                .isEqualTo(BlobCalls.json("['" + mail + "']"));
    }

    @Test
    @Covers("ACC-06")
    void noCopyTellsHiddenObjectsFromObjectsThatNeverExisted() {
        String inbox = ann.mailbox("inbox");
        for (String copy : List.of(
                "['Email/copy',{'fromAccountId':'SHARED','accountId':'@','onSuccessDestroyOriginal':true,"
                        + "'create':{'k':{'id':'ID','mailboxIds':{'" + inbox + "':true}}}},'c']",
                "['Blob/copy',{'fromAccountId':'SHARED','accountId':'@','blobIds':['ID']},'c']")) {
            String call = copy.replace("SHARED", shared);
            HIDDEN.forEach((hidden, never) -> {
                String there = ann.using(using(), filled(call, hidden)).toString();
                String nowhere = ann.using(using(), filled(call, never)).toString();
                assertThat(without(there, hidden)).as(call + hidden).isEqualTo(without(nowhere, never));
            });
        }
    }

    @Test
    void newMailboxOfAGuestIsAnnouncedToTheOtherGuests() {
        LocalMailUser cem = LocalMailUser.of(SERVER, "cem@shared.test");
        bob.using(
                List.of(MailCalls.URN, PRINCIPALS),
                "['Mailbox/set',{'accountId':'@','update':{'" + open + "':{'shareWith/"
                        + cem.who().accountId() + "':{'mayReadItems':true}}}},'c']");
        String child = MailCalls.json(
                        answer("Mailbox/set", "'create':{'k':{'name':'Child','parentId':'" + open + "'}}"))
                .at("/0/1/created/k/id")
                .asText();
        assertThat(child).isNotEmpty();
        Eventually.until("the other guest is notified", () -> notified(cem).contains(child));
        assertThat(notified(ann)).contains(open).doesNotContain(child);
    }

    private static List<String> notified(LocalMailUser user) {
        return user.using(List.of(PRINCIPALS), "['ShareNotification/get',{'accountId':'@','ids':null},'c']")
                .at("/0/1/list")
                .findValuesAsText("objectId");
    }

    private static String without(String answer, String id) {
        return answer.replaceAll("(?<![A-Za-z0-9])" + id + "(?![A-Za-z0-9])", "ID");
    }

    private static String filled(String arguments, String id) {
        return arguments
                .replace("ID'", id + "'")
                .replace("OPEN", open)
                .replace("MAIL", mail)
                .replace("MINE", mine)
                .replace("SEEN", seen)
                .replace("BLOB", uploaded)
                .replace("SELF", identity)
                .replace("OWN", ann.who().accountId());
    }

    @Test
    void changesOfHiddenObjectsMoveNoState() {
        Map<String, String> before = states();
        assertThat(before.keySet()).contains("Email", "Mailbox", "Thread", "EmailSubmission", "Identity");
        String secret = HIDDEN.keySet().iterator().next();
        String more = bob.bring(letter("more"), secret, "").path("id").asText();
        bob.call("Email/set", "'update':{'" + more + "':{'keywords/$seen':true}}");
        submitted(more);
        bob.call("Email/set", "'destroy':['" + more + "']");
        bob.newMailbox("Another");
        assertThat(states()).isEqualTo(before);
    }

    private static Map<String, String> states() {
        Map<String, String> states = new TreeMap<>();
        SERVER.methods().keySet().stream()
                .filter(method -> method.endsWith("/get"))
                .forEach(method -> {
                    JsonNode response =
                            MailCalls.json(answer(method, "'ids':[]")).path(0);
                    if (response.path(0).asText().equals(method)) {
                        states.put(
                                method.replace("/get", ""),
                                response.at("/1/state").asText());
                    }
                });
        return states;
    }

    @Test
    void sharedAccountOffersMailAndWithTheRightSubmission() {
        assertThat(capabilities(ann))
                .contains(MailCalls.URN, MailCalls.SECOND, SendingCalls.URN, BlobCalls.URN)
                .noneMatch(urn -> urn.contains("vacation") || urn.contains("quota"));
        LocalMailUser dan = LocalMailUser.of(SERVER, "dan@shared.test");
        bob.using(
                List.of(MailCalls.URN, PRINCIPALS),
                "['Mailbox/set',{'accountId':'@','update':{'" + open + "':{'shareWith/"
                        + dan.who().accountId() + "':{'mayReadItems':true,'mayAddItems':true}}}},'c']");
        assertThat(capabilities(dan)).contains(MailCalls.URN).noneMatch(urn -> urn.contains("submission"));
    }

    private static List<String> capabilities(LocalMailUser guest) {
        JsonNode account =
                MailCalls.json(guest.who().session()).path("accounts").path(shared);
        List<String> urns = new ArrayList<>();
        account.path("accountCapabilities").fieldNames().forEachRemaining(urns::add);
        return urns;
    }
}

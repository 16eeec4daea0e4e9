package svc.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import svc.testkit.bundles.MailCalls;

/**
 * The actions of two users in a home, and the requests to record. They use only the client protocol, so that they work
 * with builds of any age.
 */
final class UpgradeScenario {

    private static final String VACATION = "urn:ietf:params:jmap:vacationresponse";
    private static final String EMAIL =
            "'properties':['id','blobId','threadId','mailboxIds','keywords','size','receivedAt',"
                    + "'messageId','inReplyTo','from','to','cc','subject','sentAt','hasAttachment','preview','bodyValues','textBody',"
                    + "'attachments'],'bodyProperties':['partId','type','name','size','blobId'],'fetchAllBodyValues':true";

    /** The requests, by the capability that they need. */
    private static final Map<String, List<String>> LOOKS = Map.of(
            MailUser.URN,
            List.of(
                    "['Mailbox/get',{'accountId':'@','properties':['id','name','parentId','role','sortOrder','totalEmails',"
                            + "'unreadEmails','totalThreads','unreadThreads','isSubscribed']},'c']",
                    "['Email/query',{'accountId':'@','calculateTotal':true},'c'],['Email/get',{'accountId':'@','#ids':{'resultOf':'c',"
                            + "'name':'Email/query','path':'/ids'}," + EMAIL
                            + "},'g'],['Thread/get',{'accountId':'@','#ids':{"
                            + "'resultOf':'g','name':'Email/get','path':'/list/*/threadId'}},'t']",
                    "['Email/query',{'accountId':'@','filter':{'text':'elephant'}},'c']",
                    "['Email/query',{'accountId':'@','filter':{'hasKeyword':'$flagged'},'collapseThreads':true},'c']",
                    "['Email/changes',{'accountId':'@','sinceState':'s1-0'},'c']"),
            Sender.URN,
            List.of(
                    "['Identity/get',{'accountId':'@'},'c']",
                    "['EmailSubmission/get',{'accountId':'@','ids':null},'c']"),
            VACATION,
            List.of("['VacationResponse/get',{'accountId':'@','ids':null},'c']"),
            MailUser.LABELS,
            List.of("['Label/get',{'accountId':'@','ids':null},'c']"));

    private UpgradeScenario() {}

    static void live(RunningServer server) {
        MailUser ann = MailUser.of(server, EarlierHome.PEOPLE.get(0));
        MailUser bob = MailUser.of(server, EarlierHome.PEOPLE.get(1));
        String work = ann.newMailbox("Work \u00fc");
        String inbox = ann.mailbox("inbox");
        for (int i = 0; i < 40; i++) {
            ann.bring(
                    letter(i),
                    i % 4 == 0 ? work : inbox,
                    ",'keywords':{" + (i % 3 == 0 ? "'$flagged':true," : "") + (i % 5 == 0 ? "'$seen':true," : "")
                            + "'k" + i % 2 + "':true},'receivedAt':'2025-04-" + (10 + i % 20) + "T08:" + (10 + i)
                            + ":00Z'");
        }
        ann.call(
                "Email/set",
                "'destroy':['"
                        + ann.call("Email/query", "'filter':null").at("/ids/0").asText() + "']");
        bob.bring(letter(100));
        if (advertises(ann, Sender.URN)) {
            Sender sender = Sender.of(ann);
            sender.call(
                    "Identity/set",
                    "'update':{'" + sender.identity() + "':{'name':'Ann','textSignature':'Yours, Ann'}}");
            String sent = sender.send(EarlierHome.PEOPLE.get(1), "sent before");
            sender.awaitStatus(sent, EarlierHome.PEOPLE.get(1), "yes");
        }
        if (advertises(bob, VACATION)) {
            bob.using(
                    List.of(VACATION),
                    "['VacationResponse/set',{'accountId':'@','update':{'singleton':{'subject':'Away'}}},'c']");
        }
        if (advertises(ann, MailUser.LABELS)) {
            ann.using(
                    List.of(MailUser.LABELS, MailUser.URN),
                    "['Label/set',{'accountId':'@','create':{'k':{'name':'Blue','color':'#0000ff'}}},'c']");
        }
    }

    private static byte[] letter(int i) {
        String about = i < 8 ? "" : "In-Reply-To: <n" + i % 8 + "@far.test>\r\n";
        return MailCalls.message(
                "From: =?utf-8?q?J=C3=BCrgen?= <j" + i % 3 + "@far.test>",
                "To: ann@old.test",
                "Subject: " + (i < 8 ? "" : "Re: ") + "matter " + i % 8,
                "Date: Tue, 1 Apr 2025 10:20:30 +0200",
                about + "Message-ID: <n" + i + "@far.test>",
                "MIME-Version: 1.0",
                "Content-Type: multipart/mixed; boundary=b",
                "",
                "--b",
                "Content-Type: text/plain; charset=utf-8",
                "",
                "About the " + (i % 10 == 0 ? "elephant" : "mouse") + " number " + i,
                "--b",
                "Content-Type: text/plain; name=a.txt",
                "Content-Disposition: attachment; filename=a.txt",
                "",
                "what is attached to " + i,
                "--b--");
    }

    private static boolean advertises(MailUser user, String urn) {
        return user.blobs().session().path("capabilities").has(urn);
    }

    /** Returns the responses for a user, by request. */
    static Map<String, JsonNode> look(RunningServer server, String email) {
        SignedIn who = SignedIn.again(server, email);
        MailUser user = new MailUser(who, BlobClient.of(who));
        Map<String, JsonNode> seen = new TreeMap<>();
        LOOKS.forEach((urn, requests) -> requests.forEach(request -> {
            if (advertises(user, urn)) {
                seen.put(request, user.using(List.of(urn), request));
            }
        }));
        return seen;
    }
}

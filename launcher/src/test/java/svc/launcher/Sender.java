package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * A user that sends mail.
 *
 * @param user the user
 * @param identity the id of the identity of the own address
 */
record Sender(MailUser user, String identity) {

    static final String URN = "urn:ietf:params:jmap:submission";
    private static final List<String> BOTH = List.of(MailUser.URN, URN);

    static Sender of(RunningServer server, String email) {
        return of(MailUser.of(server, email));
    }

    static Sender of(MailUser user) {
        JsonNode identities = user.using(BOTH, "['Identity/get',{'accountId':'@'},'i']");
        return new Sender(user, identities.at("/0/1/list/0/id").asText());
    }

    /** Returns the same user on a restarted server. */
    Sender at(RunningServer server) {
        SignedIn again = SignedIn.again(server, user.who().email());
        return new Sender(new MailUser(again, BlobClient.of(again)), identity);
    }

    /** Returns the arguments of the response to a call that must succeed. */
    JsonNode call(String method, String arguments) {
        JsonNode response = user.using(BOTH, "['" + method + "',{'accountId':'@'," + plain(arguments) + "},'c']")
                .path(0);
        assertThat(response.path(0).asText()).as(response.toString()).isEqualTo(method);
        return response.path(1);
    }

    /** Protects the {@code @} of addresses. */
    private static String plain(String arguments) {
        return arguments.replace("@", "\\u0040");
    }

    /** Creates a draft from the own address to others; returns its id. */
    String draft(String to, String subject) {
        return draft("'from':[{'email':'" + user.who().email() + "'}],'to':" + addresses(to) + ",'subject':'" + subject
                + "','textBody':[{'partId':'1','type':'text/plain'}],'bodyValues':{'1':{'value':'About " + subject
                + "'}}");
    }

    /** Creates a draft with these properties; returns its id. */
    String draft(String properties) {
        JsonNode created = user.call(
                "Email/set",
                "'create':{'k':{'mailboxIds':{'" + user.mailbox("drafts") + "':true},'keywords':{'$draft':true},"
                        + plain(properties) + "}}");
        assertThat(created.at("/created/k/id").isTextual())
                .as(created.toString())
                .isTrue();
        return created.at("/created/k/id").asText();
    }

    static String addresses(String list) {
        StringBuilder json = new StringBuilder();
        for (String address : list.split(",", -1)) {
            json.append(json.length() == 0 ? "" : ",")
                    .append("{'email':'")
                    .append(address)
                    .append("'}");
        }
        return "[" + json + "]";
    }

    /** Submits an email; returns the response. */
    JsonNode submit(String email, String more) {
        return call(
                "EmailSubmission/set",
                "'create':{'s':{'identityId':'" + identity + "','emailId':'" + email + "'" + more + "}}");
    }

    /** Sends a message; returns the id of its submission. */
    String send(String to, String subject) {
        JsonNode created = submit(draft(to, subject), "");
        assertThat(created.at("/created/s/id").isTextual())
                .as(created.toString())
                .isTrue();
        return created.at("/created/s/id").asText();
    }

    /** Returns a submission. */
    JsonNode submission(String id) {
        return call("EmailSubmission/get", "'ids':['" + id + "']").at("/list/0");
    }

    /** Waits until a recipient has a delivery status; returns the submission. */
    JsonNode awaitStatus(String id, String address, String delivered) {
        user.who()
                .server()
                .await(
                        address + " " + delivered,
                        () -> status(id, address).path("delivered").asText().equals(delivered));
        return submission(id);
    }

    /** Returns the delivery status of a recipient. */
    JsonNode status(String id, String address) {
        return submission(id).path("deliveryStatus").path(address);
    }

    /** Returns the subjects of the emails in a mailbox, sorted. */
    List<String> subjects(String role) {
        JsonNode found = user.using(
                BOTH,
                "['Email/query',{'accountId':'@','filter':{'inMailbox':'" + user.mailbox(role) + "'}},'q']",
                "['Email/get',{'accountId':'@','#ids':{'resultOf':'q','name':'Email/query','path':'/ids'},'properties':['subject']},'g']");
        return found.at("/1/1/list").findValuesAsText("subject").stream()
                .sorted()
                .toList();
    }

    /** Waits until the inbox contains exactly these subjects. */
    void awaitInbox(String... subjects) {
        List<String> expected = List.of(subjects).stream().sorted().toList();
        user.who()
                .server()
                .await("in the inbox: " + expected, () -> subjects("inbox").equals(expected));
    }
}

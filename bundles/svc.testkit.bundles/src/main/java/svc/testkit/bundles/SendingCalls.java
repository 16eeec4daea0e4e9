package svc.testkit.bundles;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** The calls of a user that sends mail. */
public interface SendingCalls {

    String URN = "urn:ietf:params:jmap:submission";
    List<String> BOTH = List.of(MailCalls.URN, URN);

    /** Returns the user. */
    MailCalls user();

    /** Returns the id of the identity of the own address. */
    String identity();

    /** Returns the id of the initial identity of a user. */
    static String identityOf(MailCalls user) {
        return user.using(BOTH, "['Identity/get',{'accountId':'@'},'i']")
                .at("/0/1/list/0/id")
                .asText();
    }

    /** Returns the arguments of the response to a call that must succeed. */
    default JsonNode call(String method, String arguments) {
        JsonNode response = user().using(BOTH, "['" + method + "',{'accountId':'@'," + escaped(arguments) + "},'c']")
                .path(0);
        assertThat(response.path(0).asText()).as(response.toString()).isEqualTo(method);
        return response.path(1);
    }

    /** Protects the {@code @} of addresses. */
    static String escaped(String arguments) {
        return arguments.replace("@", "\\u0040");
    }

    /** Creates a draft from the own address to others; returns its id. */
    default String draft(String to, String subject) {
        return draft("'from':[{'email':'" + user().who().email() + "'}],'to':" + addresses(to) + ",'subject':'"
                + subject + "','textBody':[{'partId':'1','type':'text/plain'}],'bodyValues':{'1':{'value':'About "
                + subject + "'}}");
    }

    /** Creates a draft with these properties; returns its id. */
    default String draft(String properties) {
        JsonNode created = user().call(
                        "Email/set",
                        "'create':{'k':{'mailboxIds':{'" + user().mailbox("drafts")
                                + "':true},'keywords':{'$draft':true}," + escaped(properties) + "}}");
        assertThat(created.at("/created/k/id").isTextual())
                .as(created.toString())
                .isTrue();
        return created.at("/created/k/id").asText();
    }

    /** Returns addresses, separated by commas, as EmailAddress objects. */
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
    default JsonNode submit(String email, String more) {
        return call(
                "EmailSubmission/set",
                "'create':{'s':{'identityId':'" + identity() + "','emailId':'" + email + "'" + more + "}}");
    }

    /** Sends a message; returns the id of its submission. */
    default String send(String to, String subject) {
        JsonNode created = submit(draft(to, subject), "");
        assertThat(created.at("/created/s/id").isTextual())
                .as(created.toString())
                .isTrue();
        return created.at("/created/s/id").asText();
    }

    /** Returns a submission. */
    default JsonNode submission(String id) {
        return call("EmailSubmission/get", "'ids':['" + id + "']").at("/list/0");
    }

    /** Waits until a recipient has a delivery status; returns the submission. */
    default JsonNode awaitStatus(String id, String address, String delivered) {
        user().who()
                .await(
                        address + " " + delivered,
                        () -> status(id, address).path("delivered").asText().equals(delivered));
        return submission(id);
    }

    /** Returns the delivery status of a recipient. */
    default JsonNode status(String id, String address) {
        return submission(id).path("deliveryStatus").path(address);
    }

    /** Returns the subjects of the emails in a mailbox, sorted. */
    default List<String> subjects(String role) {
        JsonNode found = user().using(
                        BOTH,
                        "['Email/query',{'accountId':'@','filter':{'inMailbox':'" + user().mailbox(role) + "'}},'q']",
                        "['Email/get',{'accountId':'@','#ids':{'resultOf':'q','name':'Email/query','path':'/ids'},'properties':['subject']},'g']");
        return found.at("/1/1/list").findValuesAsText("subject").stream()
                .sorted()
                .toList();
    }

    /** Waits until the inbox contains exactly these subjects. */
    default void awaitInbox(String... subjects) {
        List<String> expected = List.of(subjects).stream().sorted().toList();
        user().who().await("in the inbox: " + expected, () -> subjects("inbox").equals(expected));
    }
}

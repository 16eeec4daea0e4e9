package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Somebody with mail: calls of its methods, written down as their texts; {@code '} stands for a quotation mark, and {@code @} for
 * the own account.
 *
 * @param who who
 * @param blobs sends bytes up and gets them down
 */
record MailUser(SignedIn who, BlobClient blobs) {

    static final String URN = "urn:ietf:params:jmap:mail";
    static final String SECOND = "urn:svc:params:jmap:v2:mail";
    static final String LABELS = "urn:svc:params:jmap:v2:labels";
    static final String THREADS = "urn:svc:params:jmap:v2:threads";

    static MailUser of(RunningServer server, String email) {
        SignedIn who = SignedIn.as(server, email);
        return new MailUser(who, BlobClient.of(who));
    }

    /** The responses to calls in one request that uses these capabilities and the core. */
    JsonNode using(List<String> urns, String... calls) {
        String using = "'urn:ietf:params:jmap:core','" + String.join("','", urns) + "'";
        String request = "{'using':[" + using + "],'methodCalls':[" + String.join(",", calls) + "]}";
        HttpResponse<String> answer =
                who.post("/jmap", request.replace("'", "\"").replace("@", who.accountId()));
        if (answer.statusCode() != 200) {
            throw new AssertionError(answer.statusCode() + " " + answer.body());
        }
        return SignedIn.json(answer).path("methodResponses");
    }

    /** The response to one call, whatever it is: its name and its arguments. */
    JsonNode response(String method, String arguments) {
        return using(List.of(URN), "['" + method + "',{'accountId':'@'," + arguments + "},'c']")
                .path(0);
    }

    /** The arguments of the response to a call that succeeds. */
    JsonNode call(String method, String arguments) {
        JsonNode response = response(method, arguments);
        assertThat(response.path(0).asText()).as(response.toString()).isEqualTo(method);
        return response.path(1);
    }

    /** The type of the error of a call. */
    String error(String method, String arguments) {
        JsonNode response = response(method, arguments);
        assertThat(response.path(0).asText()).as(response.toString()).isEqualTo("error");
        return response.path(1).path("type").asText();
    }

    /** The mailbox with a role. */
    String mailbox(String role) {
        for (JsonNode mailbox : call("Mailbox/get", "'ids':null").path("list")) {
            if (role.equals(mailbox.path("role").asText())) {
                return mailbox.path("id").asText();
            }
        }
        throw new AssertionError("no mailbox is the " + role);
    }

    /** Makes a mailbox. */
    String newMailbox(String name) {
        return call("Mailbox/set", "'create':{'k':{'name':'" + name + "'}}")
                .at("/created/k/id")
                .asText();
    }

    /** A message with these lines. */
    static byte[] message(String... lines) {
        return (String.join("\r\n", lines) + "\r\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Sends bytes up; the blob's id. */
    String upload(byte[] bytes) {
        HttpResponse<byte[]> answer = blobs.upload(who.accountId(), bytes, "Content-Type", "message/rfc822");
        assertThat(answer.statusCode()).isEqualTo(201);
        return BlobClient.json(answer).path("blobId").asText();
    }

    /** Sends a message up and imports it; what the answer says of it. */
    JsonNode bring(byte[] message, String mailbox, String more) {
        JsonNode answer = call(
                "Email/import",
                "'emails':{'k':{'blobId':'" + upload(message) + "','mailboxIds':{'" + mailbox + "':true}" + more
                        + "}}");
        assertThat(answer.at("/created/k/id").isTextual()).as(answer.toString()).isTrue();
        return answer.at("/created/k");
    }

    /** The id of a message that was imported into the inbox. */
    String bring(byte[] message) {
        return bring(message, mailbox("inbox"), "").path("id").asText();
    }

    /** The id of a message of these lines that was imported into the inbox. */
    String bring(String... lines) {
        return bring(message(lines));
    }

    /** Some properties of a message. */
    JsonNode email(String id, String... properties) {
        return call("Email/get", "'ids':['" + id + "'],'properties':['" + String.join("','", properties) + "']")
                .at("/list/0");
    }

    /** The state of a type. */
    String state(String type) {
        return call(type + "/get", "'ids':[]").path("state").asText();
    }

    /** Texts of a list. */
    static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(one -> texts.add(one.asText()));
        return texts;
    }

    /** Lets the account keep so many bytes. */
    void limit(long bytes) {
        HttpResponse<String> answer =
                who.server().admin("PUT", "/accounts/" + who.accountId(), "{\"quota_bytes\":" + bytes + "}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    /** How many of them the operator sees that it uses. */
    long used() {
        return SignedIn.json(who.server().admin("GET", "/accounts/" + who.accountId(), ""))
                .path("used_bytes")
                .asLong();
    }

    /** A letter to two people. */
    static byte[] letter(String id, String subject, String more) {
        return message(
                "From: =?utf-8?q?J=C3=BCrgen?= <juergen@far.test>",
                "To: ann@one.test, \"Bob\" <bob@one.test>",
                "Subject: " + subject,
                "Date: Tue, 1 Apr 2025 10:20:30 +0200",
                "Message-ID: <" + id + "@far.test>",
                more + "MIME-Version: 1.0",
                "Content-Type: text/plain; charset=utf-8",
                "",
                "Dear Ann, this is " + subject + ".");
    }
}

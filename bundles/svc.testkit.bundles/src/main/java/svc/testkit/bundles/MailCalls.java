package svc.testkit.bundles;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The calls of a user with mail, written as text. A {@code '} is a quotation mark, and {@code @} is the {@link #account}.
 */
public interface MailCalls {

    String URN = "urn:ietf:params:jmap:mail";
    String SECOND = "urn:svc:params:jmap:v2:mail";
    String LABELS = "urn:svc:params:jmap:v2:labels";
    String THREADS = "urn:svc:params:jmap:v2:threads";

    /** Returns the user. */
    JmapUser who();

    /** Returns the id of the account that the calls name; by default the own account of the user. */
    default String account() {
        return who().accountId();
    }

    /** Parses JSON. */
    static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the responses to calls in one request that uses these capabilities and core. */
    default JsonNode using(List<String> urns, String... calls) {
        String using = "'urn:ietf:params:jmap:core','" + String.join("','", urns) + "'";
        String request = "{'using':[" + using + "],'methodCalls':[" + String.join(",", calls) + "]}";
        return json(who().request(request.replace("'", "\"").replace("@", account())))
                .path("methodResponses");
    }

    /** Returns the response to one call: its name and its arguments. */
    default JsonNode response(String method, String arguments) {
        return using(List.of(URN), "['" + method + "',{'accountId':'@'," + arguments + "},'c']")
                .path(0);
    }

    /** Returns the arguments of the response to a call that must succeed. */
    default JsonNode call(String method, String arguments) {
        JsonNode response = response(method, arguments);
        assertThat(response.path(0).asText()).as(response.toString()).isEqualTo(method);
        return response.path(1);
    }

    /** Returns the type of the error of a call. */
    default String error(String method, String arguments) {
        JsonNode response = response(method, arguments);
        assertThat(response.path(0).asText()).as(response.toString()).isEqualTo("error");
        return response.path(1).path("type").asText();
    }

    /** Returns the mailbox with a role. */
    default String mailbox(String role) {
        for (JsonNode mailbox : call("Mailbox/get", "'ids':null").path("list")) {
            if (role.equals(mailbox.path("role").asText())) {
                return mailbox.path("id").asText();
            }
        }
        throw new AssertionError("no mailbox is the " + role);
    }

    /** Creates a mailbox. */
    default String newMailbox(String name) {
        return call("Mailbox/set", "'create':{'k':{'name':'" + name + "'}}")
                .at("/created/k/id")
                .asText();
    }

    /** Returns a message with these lines. */
    static byte[] message(String... lines) {
        return (String.join("\r\n", lines) + "\r\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Returns a message to two recipients. */
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

    /** Uploads bytes; returns the id of the blob. */
    default String upload(byte[] bytes) {
        return who().upload(bytes);
    }

    /** Uploads and imports a message; returns the response. */
    default JsonNode bring(byte[] message, String mailbox, String more) {
        JsonNode response = call(
                "Email/import",
                "'emails':{'k':{'blobId':'" + upload(message) + "','mailboxIds':{'" + mailbox + "':true}" + more
                        + "}}");
        assertThat(response.at("/created/k/id").isTextual())
                .as(response.toString())
                .isTrue();
        return response.at("/created/k");
    }

    /** Imports a message into the inbox; returns its id. */
    default String bring(byte[] message) {
        return bring(message, mailbox("inbox"), "").path("id").asText();
    }

    /** Imports a message with these lines into the inbox; returns its id. */
    default String bring(String... lines) {
        return bring(message(lines));
    }

    /** Returns some properties of an email. */
    default JsonNode email(String id, String... properties) {
        return call("Email/get", "'ids':['" + id + "'],'properties':['" + String.join("','", properties) + "']")
                .at("/list/0");
    }

    /** Returns the state of a type. */
    default String state(String type) {
        return call(type + "/get", "'ids':[]").path("state").asText();
    }

    /** Returns the texts of a list. */
    static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(one -> texts.add(one.asText()));
        return texts;
    }
}

package svc.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Fills the mailboxes of accounts: {@code Furnish URL FILE}, where each line of the file has an address and a password.
 * The first account gets most of the mail. It uses {@code Blob/upload} and {@code Email/import} with many messages per
 * call, because so many single uploads would exceed the limits of a server without trusted networks.
 */
public final class Furnish {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Map<String, String> ROLES =
            Map.of("inbox", "Inbox", "sent", "Sent", "archive", "Archive", "trash", "Trash", "junk", "Junk");
    private static final List<String> NEEDED = List.of("inbox", "drafts", "sent", "archive", "trash", "junk", "Garden");
    private static final int AT_ONCE = 50;

    private final String url;
    private final String account;
    private final String token;

    private Furnish(String url, JsonNode login) {
        this.url = url;
        this.account = login.path("accountId").asText();
        this.token = login.path("accessToken").asText();
    }

    /** Fills the mailboxes. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Instant until = Instant.now().truncatedTo(ChronoUnit.HOURS);
        int conversations = 140;
        for (String line : Files.readAllLines(Path.of(arguments[1]))) {
            String address = line.substring(0, line.indexOf(' '));
            ObjectNode login = JSON.createObjectNode().put("email", address);
            login.put("password", line.substring(line.indexOf(' ') + 1));
            JsonNode let = answer(HttpRequest.newBuilder(URI.create(arguments[0] + "/auth/login"))
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofByteArray(JSON.writeValueAsBytes(login))));
            List<Written> mail = new Mailbag(address, until).conversations(conversations);
            new Furnish(arguments[0], let).bring(mail);
            System.out.println(mail.size() + " messages are in the mailbox of " + address + ".");
            conversations = 15;
        }
    }

    private static JsonNode answer(HttpRequest.Builder request) throws IOException, InterruptedException {
        var answer = HTTP.send(request.build(), BodyHandlers.ofByteArray());
        if (answer.statusCode() / 100 != 2) {
            throw new IOException("The server answered " + answer.statusCode() + " to " + request.build().uri());
        }
        return JSON.readTree(answer.body());
    }

    private JsonNode call(String method, ObjectNode arguments) throws IOException, InterruptedException {
        ObjectNode request = JSON.createObjectNode();
        request.putArray("using")
                .add("urn:ietf:params:jmap:core")
                .add("urn:ietf:params:jmap:blob")
                .add("urn:ietf:params:jmap:mail");
        request.putArray("methodCalls").addArray().add(method).add(arguments.put("accountId", account)).add("c");
        JsonNode answer = answer(HttpRequest.newBuilder(URI.create(url + "/jmap"))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofByteArray(JSON.writeValueAsBytes(request))))
                .at("/methodResponses/0");
        if (!answer.path(0).asText().equals(method) || answer.path(1).path("notCreated").size() > 0) {
            throw new IOException(method + ": " + answer);
        }
        return answer.path(1);
    }

    /** Returns the mailboxes by role or name; creates the missing ones. */
    private Map<String, String> mailboxes() throws IOException, InterruptedException {
        Map<String, String> ids = new LinkedHashMap<>();
        for (JsonNode mailbox : call("Mailbox/get", JSON.createObjectNode().putNull("ids")).path("list")) {
            boolean named = mailbox.path("role").isNull();
            ids.put(mailbox.path(named ? "name" : "role").asText(), mailbox.path("id").asText());
        }
        ObjectNode create = JSON.createObjectNode();
        for (String key : NEEDED) {
            if (!ids.containsKey(key)) {
                boolean named = key.equals("Garden");
                create.putObject(key).put("name", named ? key : ROLES.getOrDefault(key, "Drafts")).put("role", named ? null : key);
            }
        }
        call("Mailbox/set", JSON.createObjectNode().set("create", create))
                .path("created")
                .properties()
                .forEach(made -> ids.put(made.getKey(), made.getValue().path("id").asText()));
        return ids;
    }

    private void bring(List<Written> mail) throws IOException, InterruptedException {
        Map<String, String> mailboxes = mailboxes();
        for (int from = 0; from < mail.size(); from += AT_ONCE) {
            List<Written> some = mail.subList(from, Math.min(mail.size(), from + AT_ONCE));
            JsonNode blobs = upload(some);
            ObjectNode emails = JSON.createObjectNode();
            for (Written one : some) {
                ObjectNode email = emails.putObject("m" + emails.size());
                email.put("blobId", blobs.path("b" + (emails.size() - 1)).path("id").asText());
                email.putObject("mailboxIds").put(mailboxes.get(one.mailbox()), true);
                ObjectNode keywords = email.putObject("keywords");
                one.keywords().forEach(word -> keywords.put(word, true));
                email.put("receivedAt", one.received().toString());
            }
            call("Email/import", JSON.createObjectNode().set("emails", emails));
        }
    }

    /** Creates a blob of each message; returns the response. */
    private JsonNode upload(List<Written> mail) throws IOException, InterruptedException {
        ObjectNode create = JSON.createObjectNode();
        for (Written one : mail) {
            create.putObject("b" + create.size())
                    .put("type", "message/rfc822")
                    .putArray("data")
                    .addObject()
                    .put("data:asBase64", Base64.getEncoder().encodeToString(one.bytes()));
        }
        return call("Blob/upload", JSON.createObjectNode().set("create", create)).path("created");
    }
}

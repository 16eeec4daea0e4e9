package svc.delivery.intake;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import svc.api.delivery.Arrival;
import svc.api.delivery.Envelope;
import svc.api.delivery.IncomingMail;
import svc.api.delivery.MailIntake;
import svc.api.delivery.RecipientOutcome;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/** Messages that arrive at a server from outside. */
public record Arrivals(BundleServer server) {

    public static final String SENDER = "carl@far.test";

    /** Returns how a message arrives by a protocol. */
    public Arrival arrival(String protocol) {
        try {
            InetAddress client = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 7});
            return new Arrival(client, "mx.far.test", protocol, Optional.of("TLSv1.3"), server.now());
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    public MailIntake intake() {
        return server.service(MailIntake.class);
    }

    /** Returns a message with these header fields in front and a subject. */
    public static byte[] message(String subject, String... fields) {
        return (String.join("\r\n", fields) + (fields.length == 0 ? "" : "\r\n") + "From: carl@far.test\r\nSubject: "
                        + subject + "\r\nMessage-ID: <" + subject + "@far.test>\r\n\r\nHello\r\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Receives a message by SMTP; returns the replies. */
    public List<String> smtp(byte[] message, String... recipients) throws IOException {
        return receive("ESMTPS", Envelope.of(SENDER, List.of(recipients)), message);
    }

    /** Receives a message; returns the replies to its recipients. */
    public List<String> receive(String protocol, Envelope envelope, byte[] message) throws IOException {
        try (IncomingMail mail = intake().receive(envelope, arrival(protocol))) {
            try (OutputStream out = mail.out()) {
                out.write(message);
            }
            return mail.accept().stream()
                    .map(RecipientOutcome::reply)
                    .map(Object::toString)
                    .toList();
        }
    }

    /** Returns the subjects of the emails in a mailbox, sorted. */
    public List<String> subjects(LocalMailUser user, String role) {
        return emails(user, "'inMailbox':'" + user.mailbox(role) + "'", "subject").stream()
                .map(email -> email.path("subject").asText())
                .sorted()
                .toList();
    }

    /** Returns properties of the emails that a filter finds. */
    public List<JsonNode> emails(LocalMailUser user, String filter, String properties) {
        JsonNode responses = user.using(
                List.of(MailCalls.URN),
                "['Email/query',{'accountId':'@','filter':{" + filter + "}},'q']",
                "['Email/get',{'accountId':'@','#ids':{'resultOf':'q','name':'Email/query','path':'/ids'},"
                        + "'properties':['" + properties + "']},'g']");
        List<JsonNode> found = new ArrayList<>();
        responses.at("/1/1/list").forEach(found::add);
        return found;
    }

    /** Returns the filed copy of the only email of a user with a subject. */
    public String filed(LocalMailUser user, String subject) {
        List<JsonNode> found = emails(user, "'subject':'" + subject + "'", "blobId");
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " emails have the subject " + subject);
        }
        return new String(
                user.who().download(found.get(0).path("blobId").asText()).orElseThrow(), StandardCharsets.UTF_8);
    }
}

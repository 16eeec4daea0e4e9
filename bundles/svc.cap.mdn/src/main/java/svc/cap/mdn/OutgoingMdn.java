package svc.cap.mdn;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobStore.Stored;
import svc.cap.submission.api.Senders.Sender;
import svc.mime.Address;
import svc.mime.Draft;
import svc.mime.Draft.Field;
import svc.mime.Draft.Node;
import svc.mime.Draft.Traits;
import svc.mime.Draft.Value;
import svc.mime.Octets;

/**
 * A notification about a message, with all that its sender left to the server (RFC 9007 §2, RFC 8098 §3). Immutable.
 *
 * @param sender in whose name it is sent
 * @param finalRecipient the address for which it is sent
 */
record Notification(GivenMdn given, Asking asking, Sender sender, String finalRecipient) {

    /** What the original, the fields and the text take at most beside the original's own bytes. */
    static final long ROOM = 1_000_000;

    String subject() {
        return given.subject() != null
                ? given.subject()
                : words("Displayed", "Deleted", "Sent on", "Processed") + ": "
                        + (asking.subject().isBlank() ? "your message" : asking.subject());
    }

    String text() {
        return given.text() != null
                ? given.text()
                : "Your message" + (asking.subject().isBlank() ? "" : " \"" + asking.subject() + "\"") + " to "
                        + finalRecipient + " was "
                        + words(
                                "displayed. That does not say that somebody has read or understood it",
                                "deleted. That does not say whether somebody has read it before",
                                "sent on or printed. That does not say that somebody has read it",
                                "processed by a machine. That does not say that somebody has read it")
                        + ".\n";
    }

    private String words(String displayed, String deleted, String dispatched, String processed) {
        return switch (given.disposition().type()) {
            case Disposition.DISPLAYED -> displayed;
            case "deleted" -> deleted;
            case "dispatched" -> dispatched;
            default -> processed;
        };
    }

    /** The field; an address of other letters than those of ASCII is of the type that RFC 6533 §3 has for it. */
    String finalRecipientField() {
        return (isAscii(finalRecipient) ? "rfc822; " : "utf-8; ") + finalRecipient;
    }

    /** It as a message; the original is streamed from where it is. */
    Draft draft(Stored original) {
        List<Field> fields = List.of(
                new Field(
                        "From",
                        new Value.Addresses(
                                List.of(new Address(sender.name().isBlank() ? null : sender.name(), sender.email())))),
                new Field(
                        "To",
                        new Value.Addresses(asking.to().stream()
                                .map(one -> new Address(null, one))
                                .toList())),
                new Field("Subject", new Value.Text(subject())),
                new Field("Auto-Submitted", new Value.Raw(" auto-replied")));
        List<Node> parts = new ArrayList<>();
        parts.add(new Node.Text("text/plain", text()));
        parts.add(report());
        if (given.original()) {
            parts.add(new Node.Stored(Traits.of("message/rfc822"), List.of(), original::send, original.size()));
        }
        return new Draft(fields, Node.Multipart.report("disposition-notification", parts));
    }

    private Node report() {
        StringBuilder lines = new StringBuilder();
        field(lines, "Reporting-UA", given.userAgent());
        field(lines, "Original-Recipient", asking.originalRecipient());
        field(lines, "Final-Recipient", finalRecipientField());
        field(lines, "Original-Message-ID", asking.messageId());
        field(lines, "Disposition", given.disposition().field());
        given.extensions().forEach((name, value) -> field(lines, name, value));
        String type = isAscii(lines) ? "message/disposition-notification" : "message/global-disposition-notification";
        byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
        return new Node.Stored(Traits.of(type), List.of(), Octets.of(bytes), bytes.length);
    }

    private static void field(StringBuilder lines, String name, @Nullable String value) {
        if (value != null) {
            lines.append(name).append(": ").append(value).append("\r\n");
        }
    }

    private static boolean isAscii(CharSequence text) {
        return text.chars().allMatch(c -> c < 0x80);
    }

    /** The properties that are other than what the client gave. */
    Map<String, @Nullable Object> others(Map<?, ?> sent) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("subject", subject());
        all.put("textBody", text());
        all.put("includeOriginalMessage", given.original());
        all.put("reportingUA", given.userAgent());
        all.put("mdnGateway", null);
        all.put("originalRecipient", asking.originalRecipient());
        all.put("finalRecipient", finalRecipientField());
        all.put("originalMessageId", asking.messageId());
        all.put("error", null);
        all.put("extensionFields", given.extensions().isEmpty() ? null : given.extensions());
        all.entrySet()
                .removeIf(one ->
                        sent.containsKey(one.getKey()) && Objects.equals(sent.get(one.getKey()), one.getValue()));
        return all;
    }
}

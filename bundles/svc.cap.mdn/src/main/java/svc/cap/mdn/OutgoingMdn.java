package svc.cap.mdn;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobStore.StoredBlob;
import svc.cap.submission.api.Senders.Sender;
import svc.mime.Address;
import svc.mime.Octets;
import svc.mime.write.MessageDraft;
import svc.mime.write.MessageDraft.Field;
import svc.mime.write.MessageDraft.Node;
import svc.mime.write.MessageDraft.Traits;
import svc.mime.write.MessageDraft.Value;

/**
 * An MDN to be sent, with defaults for the properties that the client omitted (RFC 9007 §2, RFC 8098 §3). Immutable.
 *
 * @param given the properties from the client
 * @param request the MDN request of the original message
 * @param sender the identity that sends the MDN
 * @param finalRecipient the address for which the MDN is sent
 */
record OutgoingMdn(MdnProperties given, MdnRequest request, Sender sender, String finalRecipient) {

    /** The number of octets reserved for the fields and the text when the original message is included. */
    static final long ROOM = 1_000_000;

    String subject() {
        return given.subject() != null
                ? given.subject()
                : byType("Displayed", "Deleted", "Sent on", "Processed") + ": "
                        + (request.subject().isBlank() ? "your message" : request.subject());
    }

    String text() {
        return given.text() != null
                ? given.text()
                : "Your message" + (request.subject().isBlank() ? "" : " \"" + request.subject() + "\"") + " to "
                        + finalRecipient + " was "
                        + byType(
                                "displayed. That does not mean that the recipient has read or understood it",
                                "deleted. That does not mean that the recipient has read it before, or has not",
                                "sent on or printed. That does not mean that the recipient has read it",
                                "processed by a machine. That does not mean that the recipient has read it")
                        + ".\n";
    }

    private String byType(String displayed, String deleted, String dispatched, String processed) {
        return switch (given.disposition().type()) {
            case Disposition.DISPLAYED -> displayed;
            case "deleted" -> deleted;
            case "dispatched" -> dispatched;
            default -> processed;
        };
    }

    /** Returns the value of Final-Recipient. A non-ASCII address has the address type utf-8 (RFC 6533 §3). */
    String finalRecipientField() {
        return (isAscii(finalRecipient) ? "rfc822; " : "utf-8; ") + finalRecipient;
    }

    /** Returns the message to be written. The original message is streamed from its blob. */
    MessageDraft draft(StoredBlob original) {
        List<Field> fields = List.of(
                new Field(
                        "From",
                        new Value.Addresses(
                                List.of(new Address(sender.name().isBlank() ? null : sender.name(), sender.email())))),
                new Field(
                        "To",
                        new Value.Addresses(request.to().stream()
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
        return new MessageDraft(fields, Node.Multipart.report("disposition-notification", parts));
    }

    private Node report() {
        StringBuilder lines = new StringBuilder();
        field(lines, "Reporting-UA", given.userAgent());
        field(lines, "Original-Recipient", request.originalRecipient());
        field(lines, "Final-Recipient", finalRecipientField());
        field(lines, "Original-Message-ID", request.messageId());
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

    /** Returns the properties that differ from those that the client sent. */
    Map<String, @Nullable Object> others(Map<?, ?> sent) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("subject", subject());
        all.put("textBody", text());
        all.put("includeOriginalMessage", given.original());
        all.put("reportingUA", given.userAgent());
        all.put("mdnGateway", null);
        all.put("originalRecipient", request.originalRecipient());
        all.put("finalRecipient", finalRecipientField());
        all.put("originalMessageId", request.messageId());
        all.put("error", null);
        all.put("extensionFields", given.extensions().isEmpty() ? null : given.extensions());
        all.entrySet()
                .removeIf(one ->
                        sent.containsKey(one.getKey()) && Objects.equals(sent.get(one.getKey()), one.getValue()));
        return all;
    }
}

package svc.cap.submission.send;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import svc.api.jmap.SetError;
import svc.mime.HeaderField;
import svc.mime.Headers;

/**
 * The originator fields of a message (RFC 5322 §3.6.2 and §3.6.6).
 *
 * @param from the address in From
 * @param sender the address in Sender; empty if the message has no such field
 * @param resent the addresses of all Resent-From and Resent-Sender fields
 */
record SenderFields(String from, Optional<String> sender, List<String> resent) {

    /** Fields that may occur at most once (RFC 5322 §3.6), with the JMAP property of each. */
    private static final Map<String, String> ONCE = Map.of(
            "Reply-To", "replyTo",
            "To", "to",
            "Cc", "cc",
            "Bcc", "bcc",
            "Message-ID", "messageId",
            "In-Reply-To", "inReplyTo",
            "References", "references",
            "Subject", "subject");

    SenderFields {
        resent = List.copyOf(resent);
    }

    /**
     * Reads and validates the fields.
     *
     * @throws SetError {@code invalidEmail} with all invalid properties
     */
    static SenderFields of(Headers headers) {
        List<String> invalid = new ArrayList<>();
        Optional<String> from = single(headers, "From", "from", invalid);
        Optional<String> sender =
                headers.last("Sender") == null ? Optional.empty() : single(headers, "Sender", "sender", invalid);
        if (headers.all("Date").size() != 1 || headers.all("Date").get(0).date() == null) {
            invalid.add("sentAt");
        }
        List<String> resent = new ArrayList<>();
        for (String name : List.of("Resent-From", "Resent-Sender")) {
            for (HeaderField field : headers.all(name)) {
                StrictMailbox.address(field).ifPresentOrElse(resent::add, () -> invalid.add("header:" + name));
            }
        }
        ONCE.forEach((name, property) -> {
            if (headers.all(name).size() > 1) {
                invalid.add(property);
            }
        });
        if (!invalid.isEmpty()) {
            throw new SetError(
                    "invalidEmail",
                    "A message to send must have one From with one mailbox, one Date, at most one Sender with one mailbox,"
                            + " and each other field as often as RFC 5322 §3.6 allows.",
                    Map.of("properties", invalid.stream().distinct().sorted().toList()));
        }
        return new SenderFields(from.orElseThrow(), sender, resent);
    }

    private static Optional<String> single(Headers headers, String name, String property, List<String> invalid) {
        List<HeaderField> fields = headers.all(name);
        Optional<String> address = fields.size() == 1 ? StrictMailbox.address(fields.get(0)) : Optional.empty();
        if (address.isEmpty()) {
            invalid.add(property);
        }
        return address;
    }
}

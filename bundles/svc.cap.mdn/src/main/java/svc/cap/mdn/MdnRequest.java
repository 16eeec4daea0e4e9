package svc.cap.mdn;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobStore.StoredBlob;
import svc.cap.submission.api.Senders;
import svc.mime.Address;
import svc.mime.HeaderField;
import svc.mime.Headers;
import svc.mime.MessageReader;
import svc.mime.ReadLimits;
import svc.mime.ReadOptions;
import svc.mime.write.MessageDraft.Traits;

/**
 * The MDN request in a message header: {@code Disposition-Notification-To} and the fields that modify the request (RFC
 * 8098 §2).
 *
 * @param to the addresses that request an MDN; empty if there is no valid request
 * @param unsolicited whether an MDN may be sent without consent of the user: the only address is that of the Return-Path
 * @param notification whether the message is an MDN itself
 */
record MdnRequest(
        List<String> to,
        boolean unsolicited,
        boolean notification,
        @Nullable String messageId,
        @Nullable String originalRecipient,
        String subject) {

    /**
     * The maximum number of addresses. A request with more addresses is ignored, so that one message cannot cause many
     * MDNs.
     */
    private static final int MOST = 10;

    private static final int LONGEST = 800;

    MdnRequest {
        to = List.copyOf(to);
    }

    /** Reads the request from the header of a message. The body is not read. */
    static MdnRequest of(StoredBlob message, Predicate<String> isAddress) throws IOException {
        long size = Math.min(message.size(), ReadLimits.USUAL.header() + 4L);
        Headers headers = new MessageReader(ReadLimits.USUAL)
                .read(message::send, size, ReadOptions.STRUCTURE)
                .headers();
        List<String> to = to(headers, isAddress);
        HeaderField subject = headers.last("Subject");
        return new MdnRequest(
                to,
                to.size() == 1 && to.get(0).equals(returnPath(headers)),
                isNotification(headers),
                messageId(headers),
                originalRecipient(headers),
                subject == null ? "" : subject.text());
    }

    /**
     * Returns the addresses with their domains in lower case, because domains are compared ignoring case (RFC 8098
     * §2.1).
     */
    private static List<String> to(Headers headers, Predicate<String> isAddress) {
        List<HeaderField> fields = headers.all("Disposition-Notification-To");
        if (fields.size() != 1) {
            return List.of();
        }
        List<String> all = fields.get(0).addresses().stream()
                .map(Address::email)
                .map(Senders::key)
                .toList();
        return all.size() > MOST || !all.stream().allMatch(isAddress)
                ? List.of()
                : new ArrayList<>(new LinkedHashSet<>(all));
    }

    private static String returnPath(Headers headers) {
        List<HeaderField> fields = headers.all("Return-Path");
        List<Address> addresses = fields.size() == 1 ? fields.get(0).addresses() : List.of();
        return addresses.size() == 1 ? Senders.key(addresses.get(0).email()) : "";
    }

    private static boolean isNotification(Headers headers) {
        HeaderField type = headers.last("Content-Type");
        Traits traits = Traits.ofContentType(type == null ? "" : type.raw());
        return traits.type().equals("multipart/report")
                && "disposition-notification"
                        .equalsIgnoreCase(traits.parameters().get("report-type"));
    }

    private static @Nullable String messageId(Headers headers) {
        return headers.messageId().flatMap(id -> line("<" + id + ">")).orElse(null);
    }

    /** Returns the value of Original-Recipient. The field is ignored if it occurs more than once (RFC 8098 §3.2.3). */
    private static @Nullable String originalRecipient(Headers headers) {
        List<HeaderField> fields = headers.all("Original-Recipient");
        return fields.size() != 1
                ? null
                : line(fields.get(0).raw())
                        .filter(text -> text.indexOf(';') > 0)
                        .orElse(null);
    }

    /** Returns the text as a single line that fits in a field of an MDN; empty if it is blank or too long. */
    private static Optional<String> line(String text) {
        String line = text.replaceAll("[\\p{Cc}\\x{2028}\\x{2029}]+", " ").strip();
        return line.isEmpty() || line.length() > LONGEST ? Optional.empty() : Optional.of(line);
    }
}

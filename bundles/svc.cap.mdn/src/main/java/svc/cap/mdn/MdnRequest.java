package svc.cap.mdn;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobStore.Stored;
import svc.cap.submission.api.Senders;
import svc.mime.Address;
import svc.mime.Draft.Traits;
import svc.mime.HeaderField;
import svc.mime.Headers;
import svc.mime.Intake;
import svc.mime.MessageReader;
import svc.mime.ReadLimits;

/**
 * What the header of a message says of notifications (RFC 8098 §2).
 *
 * @param to who wants one; empty where nobody does, or where it is not clear who
 * @param unasked whether one may be sent that nobody has agreed to: to the one address where errors go, too
 * @param notification whether the message is one itself
 */
record Asking(
        List<String> to,
        boolean unasked,
        boolean notification,
        @Nullable String messageId,
        @Nullable String originalRecipient,
        String subject) {

    /** To more addresses none is sent: whoever sends one message does not make others send a hundred. */
    private static final int MOST = 10;

    private static final int LONGEST = 800;

    /** Copies the list. */
    Asking {
        to = List.copyOf(to);
    }

    /** That of a message, of which no more is read than its header. */
    static Asking of(Stored message, Predicate<String> isAddress) throws IOException {
        long size = Math.min(message.size(), ReadLimits.USUAL.header() + 4L);
        Headers headers = new MessageReader(ReadLimits.USUAL)
                .read(message::send, size, Intake.STRUCTURE)
                .headers();
        List<String> to = to(headers, isAddress);
        HeaderField subject = headers.last("Subject");
        return new Asking(
                to,
                to.size() == 1 && to.get(0).equals(returnPath(headers)),
                isNotification(headers),
                messageId(headers),
                originalRecipient(headers),
                subject == null ? "" : subject.text());
    }

    /** Addresses are compared with the domain in small letters (RFC 8098 §2.1). */
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
        HeaderField field = headers.last("Message-ID");
        List<String> ids = field == null ? null : field.messageIds();
        return ids == null || ids.isEmpty()
                ? null
                : line("<" + ids.get(0) + ">").orElse(null);
    }

    /** RFC 8098 §3.2.3: where there are several, none counts. */
    private static @Nullable String originalRecipient(Headers headers) {
        List<HeaderField> fields = headers.all("Original-Recipient");
        return fields.size() != 1
                ? null
                : line(fields.get(0).raw())
                        .filter(text -> text.indexOf(';') > 0)
                        .orElse(null);
    }

    /** What can stand in one line of a notification. */
    private static Optional<String> line(String text) {
        String line = text.replaceAll("[\\p{Cc}\\x{2028}\\x{2029}]+", " ").strip();
        return line.isEmpty() || line.length() > LONGEST ? Optional.empty() : Optional.of(line);
    }
}

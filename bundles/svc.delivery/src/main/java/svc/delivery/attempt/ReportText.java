package svc.delivery.attempt;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import svc.api.delivery.DeliveryStatus.State;
import svc.delivery.queue.QueueEntry;
import svc.delivery.queue.QueuedRecipient;

/** The texts of a delivery status notification. */
final class ReportText {

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, d MMM uuuu HH:mm:ss xx", Locale.ENGLISH);

    private ReportText() {}

    static boolean isFailure(QueuedRecipient recipient) {
        return recipient.state() == State.FAILED;
    }

    static String subject(List<QueuedRecipient> recipients) {
        boolean isFailure = recipients.stream().anyMatch(ReportText::isFailure);
        List<String> named = recipients.stream()
                .filter(one -> isFailure == isFailure(one))
                .map(QueuedRecipient::address)
                .toList();
        return (isFailure ? "Not delivered: your message to " : "Delivered: your message to ")
                + named.get(0)
                + (named.size() == 1
                        ? ""
                        : named.size() == 2 ? " and 1 other" : " and " + (named.size() - 1) + " others");
    }

    static String words(List<QueuedRecipient> recipients) {
        List<QueuedRecipient> failed =
                recipients.stream().filter(ReportText::isFailure).toList();
        List<QueuedRecipient> others =
                recipients.stream().filter(one -> !isFailure(one)).toList();
        StringBuilder words = new StringBuilder();
        if (!failed.isEmpty()) {
            words.append("Your message could not be delivered. The server has stopped trying.\n\n")
                    .append(lines(failed))
                    .append('\n');
        }
        if (!others.isEmpty()) {
            words.append("Your message was delivered to:\n\n")
                    .append(lines(others))
                    .append('\n');
        }
        return words.append("Your message, or the beginning of it, is shown below.\n")
                .toString();
    }

    private static String lines(List<QueuedRecipient> recipients) {
        return recipients.stream()
                .map(one -> one.address() + ": " + one.reply() + "\n")
                .collect(Collectors.joining());
    }

    /** Returns the fields about the message and about each recipient (RFC 3464 §2.2 and §2.3). */
    static String status(QueueEntry head, List<QueuedRecipient> recipients, String host, Instant now) {
        List<String> lines = new ArrayList<>();
        head.envelope().envelopeId().ifPresent(id -> lines.add("Original-Envelope-Id: " + line(id)));
        lines.add("Reporting-MTA: dns; " + host);
        lines.add("Arrival-Date: " + DATE.format(head.created().atOffset(ZoneOffset.UTC)));
        for (QueuedRecipient one : recipients) {
            lines.add("");
            one.recipient()
                    .originalRecipient()
                    .ifPresent(original -> lines.add("Original-Recipient: " + line(original)));
            lines.add("Final-Recipient: " + (isAscii(one.address()) ? "rfc822; " : "utf-8; ") + one.address());
            lines.add(
                    "Action: " + (isFailure(one) ? "failed" : one.state() == State.RELAYED ? "relayed" : "delivered"));
            lines.add("Status: " + one.reply().split(" ", 3)[1]);
            lines.add("Diagnostic-Code: smtp; " + line(one.reply()));
            lines.add("Last-Attempt-Date: " + DATE.format(now.atOffset(ZoneOffset.UTC)));
        }
        return String.join("\r\n", lines) + "\r\n";
    }

    private static String line(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ");
    }

    static boolean isAscii(CharSequence text) {
        return text.chars().allMatch(c -> c < 0x80);
    }
}

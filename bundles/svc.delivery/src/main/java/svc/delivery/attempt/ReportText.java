package svc.delivery.attempt;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
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

    /** What a notification says about a recipient (RFC 3464 §2.3.3), the most important first. */
    private enum Topic {
        FAILED("Not delivered", "Your message could not be delivered. The server has stopped trying."),
        DELAYED("Delayed", "Your message is not delivered yet. The server keeps trying; you need not send it again."),
        RELAYED("Relayed", "Another server, which sends no notifications of delivery, accepted your message to:"),
        DELIVERED("Delivered", "Your message was delivered to:");

        private final String subject;
        private final String words;

        Topic(String subject, String words) {
            this.subject = subject;
            this.words = words;
        }

        static Topic of(QueuedRecipient recipient) {
            return switch (recipient.state()) {
                case FAILED -> FAILED;
                case WAITING -> DELAYED;
                case RELAYED -> RELAYED;
                case DELIVERED -> DELIVERED;
            };
        }

        List<QueuedRecipient> of(List<QueuedRecipient> recipients) {
            return recipients.stream().filter(one -> of(one) == this).toList();
        }
    }

    static boolean isFailure(QueuedRecipient recipient) {
        return Topic.of(recipient) == Topic.FAILED;
    }

    static String subject(List<QueuedRecipient> recipients) {
        Topic topic = recipients.stream()
                .map(Topic::of)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        List<QueuedRecipient> named = topic.of(recipients);
        return topic.subject
                + ": your message to "
                + named.get(0).address()
                + (named.size() == 1
                        ? ""
                        : named.size() == 2 ? " and 1 other" : " and " + (named.size() - 1) + " others");
    }

    static String words(List<QueuedRecipient> recipients) {
        StringBuilder words = new StringBuilder();
        for (Topic topic : Topic.values()) {
            List<QueuedRecipient> named = topic.of(recipients);
            if (!named.isEmpty()) {
                words.append(topic.words).append("\n\n").append(lines(named)).append('\n');
            }
        }
        return words.append("Your message, or the beginning of it, is shown below.\n")
                .toString();
    }

    private static String lines(List<QueuedRecipient> recipients) {
        return recipients.stream()
                .map(one -> one.address() + ": " + one.reply() + "\n")
                .collect(Collectors.joining());
    }

    /**
     * Returns the fields about the message and about each recipient (RFC 3464 §2.2 and §2.3).
     *
     * @param end the time at which the server stops trying
     */
    static String status(QueueEntry head, List<QueuedRecipient> recipients, String host, Instant now, Instant end) {
        List<String> lines = new ArrayList<>();
        head.envelope().envelopeId().ifPresent(id -> lines.add("Original-Envelope-Id: " + line(id)));
        lines.add("Reporting-MTA: dns; " + host);
        lines.add("Arrival-Date: " + date(head.created()));
        for (QueuedRecipient one : recipients) {
            lines.add("");
            one.recipient()
                    .originalRecipient()
                    .ifPresent(original -> lines.add("Original-Recipient: " + line(original)));
            lines.add("Final-Recipient: " + (isAscii(one.address()) ? "rfc822; " : "utf-8; ") + one.address());
            lines.add("Action: " + action(one));
            lines.add("Status: " + one.reply().split(" ", 3)[1]);
            lines.add("Diagnostic-Code: smtp; " + line(one.reply()));
            lines.add("Last-Attempt-Date: " + date(now));
            if (one.state() == State.WAITING) {
                lines.add("Will-Retry-Until: " + date(end));
            }
        }
        return String.join("\r\n", lines) + "\r\n";
    }

    private static String action(QueuedRecipient recipient) {
        return switch (recipient.state()) {
            case FAILED -> "failed";
            case WAITING -> "delayed";
            case RELAYED -> "relayed";
            case DELIVERED -> "delivered";
        };
    }

    private static String date(Instant at) {
        return DATE.format(at.atOffset(ZoneOffset.UTC));
    }

    private static String line(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ");
    }

    static boolean isAscii(CharSequence text) {
        return text.chars().allMatch(c -> c < 0x80);
    }
}

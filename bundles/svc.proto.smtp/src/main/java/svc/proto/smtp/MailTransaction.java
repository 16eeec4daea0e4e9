package svc.proto.smtp;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import svc.api.delivery.Envelope;
import svc.api.delivery.Envelope.Recipient;
import svc.api.delivery.SmtpReply;

/** The mail transaction of a connection, from MAIL to the end of the message (RFC 5321 §3.3). Not thread-safe. */
final class MailTransaction {

    private final String sender;
    private final MailParameters parameters;
    private final List<Recipient> recipients = new ArrayList<>();
    /** For each accepted RCPT the position of its recipient. */
    private final List<Integer> commands = new ArrayList<>();

    private @Nullable Content content;

    MailTransaction(String sender, MailParameters parameters) {
        this.sender = sender;
        this.parameters = parameters;
    }

    String sender() {
        return sender;
    }

    MailParameters parameters() {
        return parameters;
    }

    /** Adds a recipient. The same address is added once. */
    void add(Recipient recipient) {
        int at = 0;
        while (at < recipients.size() && !key(recipients.get(at)).equals(key(recipient))) {
            at++;
        }
        if (at == recipients.size()) {
            recipients.add(recipient);
        }
        commands.add(at);
    }

    private static String key(Recipient recipient) {
        int at = recipient.address().lastIndexOf('@') + 1;
        return recipient.address().substring(0, at)
                + recipient.address().substring(at).toLowerCase(Locale.ROOT);
    }

    /** Returns the number of accepted RCPT commands. */
    int size() {
        return commands.size();
    }

    /** Returns the addresses of the accepted recipients. */
    List<String> addresses() {
        return recipients.stream().map(Recipient::address).toList();
    }

    Envelope envelope() {
        return new Envelope(
                sender,
                recipients,
                parameters.smtpUtf8(),
                parameters.requireTls(),
                parameters.envelopeId(),
                parameters.content());
    }

    /** Returns the message, whose octets are being received; null before DATA or BDAT. */
    @Nullable
    Content content() {
        return content;
    }

    void content(Content begun) {
        content = begun;
    }

    /** Returns the reply for each accepted RCPT command (RFC 2033 §4.2). */
    List<SmtpReply> perCommand(List<SmtpReply> replies) {
        return commands.stream()
                .map(at -> replies.get(Math.min(at, replies.size() - 1)))
                .toList();
    }

    /** Ends the transaction. */
    void close() {
        if (content != null) {
            content.close();
        }
    }
}

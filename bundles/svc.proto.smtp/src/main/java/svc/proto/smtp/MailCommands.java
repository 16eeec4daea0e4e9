package svc.proto.smtp;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import svc.api.delivery.Envelope.Recipient;
import svc.api.lifecycle.Maintenance.Period;
import svc.api.net.connection.Session.Next;

/** Executes the commands of a mail transaction: MAIL, RCPT, DATA and BDAT. */
final class MailCommands {

    /** The maximum number of unknown recipients on one connection. */
    static final int MOST_UNKNOWN_RECIPIENTS = 5;

    private static final Pattern CHUNK = Pattern.compile("([0-9]{1,18})( +LAST)?", Pattern.CASE_INSENSITIVE);

    private final Dialogue dialogue;
    private int messages;
    private int unknownRecipients;

    MailCommands(Dialogue dialogue) {
        this.dialogue = dialogue;
    }

    /** Executes MAIL. */
    Next begin(CommandLine command) throws IOException, RefusedException {
        Front front = dialogue.front();
        if (++messages > SmtpSettings.MOST_MESSAGES) {
            throw Refusal.TOO_MANY_MESSAGES.with();
        }
        if (!dialogue.greeted()) {
            throw Refusal.BAD_SEQUENCE.with(front.role() == Role.LMTP ? "Send LHLO first." : "Send EHLO first.");
        }
        if (dialogue.transaction().isPresent()) {
            throw Refusal.BAD_SEQUENCE.with("A transaction has begun already; RSET ends it.");
        }
        Optional<Period> readOnly = front.maintenance().readOnly();
        if (readOnly.isPresent()) {
            throw Refusal.MAINTENANCE.with(readOnly.get().notice());
        }
        dialogue.beginTransaction();
        PathArgument sender = PathArgument.parse("FROM", command.argument());
        try {
            return begin(sender);
        } catch (RefusedException e) {
            throw e.about(sender.address());
        }
    }

    private Next begin(PathArgument sender) throws IOException, RefusedException {
        Front front = dialogue.front();
        MailParameters parameters = MailParameters.parse(
                sender.parameters(),
                new MailParameters.Rules(
                        front.role(),
                        dialogue.connection().tls().isPresent(),
                        front.settings().maxSize(),
                        front.clock().now()));
        if (!sender.address().isEmpty() && !sender.isMailbox()) {
            throw Refusal.INVALID_SENDER.with();
        }
        if (sender.isInternational() && !parameters.smtpUtf8()) {
            throw Refusal.UTF8_SENDER.with();
        }
        front.destination().checkSender(dialogue.caller(), sender.address());
        dialogue.begin(new MailTransaction(sender.address(), parameters));
        dialogue.reply(250, "2.1.0", "OK");
        return dialogue.awaitCommand();
    }

    /** Executes RCPT. */
    Next addRecipient(CommandLine command) throws IOException, RefusedException {
        MailTransaction transaction = transaction();
        if (transaction.content() != null) {
            throw Refusal.BAD_SEQUENCE.with("The message has begun already.");
        }
        Front front = dialogue.front();
        PathArgument path = PathArgument.parse("TO", command.argument());
        RecipientParameters parameters = RecipientParameters.parse(path.parameters(), front.role());
        // Postmaster needs no domain (RFC 5321 §4.1.1.3).
        PathArgument recipient = path.address().equalsIgnoreCase("postmaster")
                ? new PathArgument("postmaster@" + front.hostname(), path.parameters())
                : path;
        try {
            check(transaction, recipient);
        } catch (RefusedException e) {
            throw e.about(recipient.address());
        }
        transaction.add(new Recipient(recipient.address(), parameters.notifications(), parameters.originalRecipient()));
        dialogue.reply(250, "2.1.5", "OK");
        return dialogue.awaitCommand();
    }

    private MailTransaction transaction() throws RefusedException {
        return dialogue.transaction().orElseThrow(() -> Refusal.BAD_SEQUENCE.with("Send MAIL first."));
    }

    private void check(MailTransaction transaction, PathArgument recipient) throws RefusedException {
        if (!recipient.isMailbox()) {
            throw Refusal.INVALID_RECIPIENT.with();
        }
        if (recipient.isInternational() && !transaction.parameters().smtpUtf8()) {
            throw Refusal.UTF8_RECIPIENT.with();
        }
        int most = dialogue.front().settings().maxRecipients();
        if (transaction.size() >= most) {
            throw Refusal.TOO_MANY_RECIPIENTS.with(most);
        }
        check(recipient.address());
    }

    private void check(String address) throws RefusedException {
        try {
            dialogue.front().destination().checkRecipient(address);
        } catch (RefusedException e) {
            boolean unknown =
                    e.refusal() == Refusal.UNKNOWN_RECIPIENT && dialogue.front().role() != Role.LMTP;
            if (unknown && ++unknownRecipients > MOST_UNKNOWN_RECIPIENTS) {
                dialogue.front().recordAbuse(dialogue.connection().peer().getAddress());
                throw Refusal.TOO_MANY_UNKNOWN_RECIPIENTS.with();
            }
            throw e;
        }
    }

    /** Executes DATA. */
    Next data(CommandLine command) throws IOException, RefusedException {
        command.refuseArgument();
        MailTransaction transaction = transaction();
        if (transaction.content() != null) {
            throw Refusal.BAD_SEQUENCE.with("A message that began with BDAT ends with BDAT.");
        }
        if (transaction.size() == 0) {
            throw noRecipients();
        }
        Content content = Content.begin(dialogue, transaction);
        transaction.content(content);
        DataStage stage = new DataStage(dialogue, transaction, content);
        dialogue.enter(stage);
        dialogue.replyLines(354, List.of("Send the message, and end it with a line that is a single dot"));
        return stage.await();
    }

    private RefusedException noRecipients() {
        return dialogue.front().role() == Role.LMTP
                ? Refusal.BAD_SEQUENCE.with("No recipient was accepted.") // RFC 2033 §4.2
                : Refusal.NO_RECIPIENTS.with();
    }

    /** Executes BDAT. If it is refused, the octets of the chunk are dropped before the reply (RFC 3030 §2). */
    Next chunk(CommandLine command) throws IOException, RefusedException {
        Matcher chunk = CHUNK.matcher(command.argument());
        if (!chunk.matches()) {
            // The server cannot know where the next command begins.
            throw Refusal.INVALID_CHUNK.with();
        }
        MailTransaction transaction =
                dialogue.transaction().orElseGet(() -> new MailTransaction("", MailParameters.NONE));
        Content content = chunkContent(transaction);
        Transfer transfer = new Transfer(dialogue, transaction, content);
        ChunkStage stage = new ChunkStage(transfer, content, Long.parseLong(chunk.group(1)), chunk.group(2) != null);
        dialogue.enter(stage);
        return stage.next();
    }

    private Content chunkContent(MailTransaction transaction) {
        Content existing = transaction.content();
        if (existing != null) {
            return existing;
        }
        try {
            if (dialogue.transaction().isEmpty()) {
                return Content.refused(Refusal.BAD_SEQUENCE.with("Send MAIL first."));
            }
            if (transaction.size() == 0) {
                return Content.refused(noRecipients());
            }
            Content content = Content.begin(dialogue, transaction);
            transaction.content(content);
            return content;
        } catch (RefusedException e) {
            return Content.refused(e);
        }
    }
}

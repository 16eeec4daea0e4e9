package svc.mail.out.send;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.delivery.Envelope.Recipient;
import svc.api.delivery.OutgoingMail;
import svc.api.delivery.SmtpReply;

/**
 * Sends one message in a session (RFC 5321 §3.3), in several mail transactions if the server limits the recipients. Not
 * thread-safe.
 */
final class SmtpTransaction {

    private static final Logger LOG = LoggerFactory.getLogger(SmtpTransaction.class);

    /** Each server accepts so many recipients (RFC 5321 §4.5.3.1.8). */
    private static final int MOST_RECIPIENTS = 100;

    /** So many commands and replies fit into the buffers of the connection (RFC 2920 §3.1). */
    private static final int PIPELINED = 20;

    private static final SmtpReply UNREADABLE =
            new SmtpReply(451, "4.3.0", "The message could not be read; the log of the server has the details.");

    private final SmtpSession session;
    private final OutgoingMail mail;
    private final EnvelopeCommands commands;
    private final List<Recipient> recipients;
    private final SmtpReply[] replies;

    SmtpTransaction(SmtpSession session, OutgoingMail mail, ContentFacts facts) {
        this.session = session;
        this.mail = mail;
        this.commands = new EnvelopeCommands(mail.envelope(), facts, session);
        this.recipients = mail.envelope().recipients();
        this.replies = new SmtpReply[recipients.size()];
    }

    /**
     * Sends the message. Returns a reply for each recipient.
     *
     * @throws HostException the connection ended before the server accepted or refused a recipient
     */
    List<SmtpReply> send() throws HostException {
        Optional<SmtpReply> refusal = commands.refusal();
        List<Integer> waiting =
                IntStream.range(0, replies.length).boxed().collect(Collectors.toCollection(ArrayList::new));
        if (refusal.isPresent()) {
            decide(waiting, refusal.get());
        }
        try {
            while (refusal.isEmpty() && !waiting.isEmpty()) {
                List<Integer> portion = List.copyOf(waiting.subList(0, Math.min(MOST_RECIPIENTS, waiting.size())));
                waiting.subList(0, portion.size()).clear();
                waiting.addAll(0, transaction(portion));
            }
        } catch (HostException e) {
            interrupted(e);
        } catch (IOException e) {
            if (e.getCause() instanceof HostException cause) {
                interrupted(cause);
                return List.of(replies);
            }
            LOG.error("The content of message {} could not be read; it will be retried", mail.id(), e);
            session.close();
            decide(undecided(), UNREADABLE);
        }
        return List.of(replies);
    }

    private void interrupted(HostException e) throws HostException {
        List<Integer> undecided = undecided();
        if (undecided.size() == replies.length) {
            throw e;
        }
        String text = "The connection to " + session.server().name() + " ended: " + e.getMessage();
        decide(undecided, new SmtpReply(451, "4.4.2", text));
    }

    private List<Integer> undecided() {
        return IntStream.range(0, replies.length)
                .filter(i -> replies[i] == null)
                .boxed()
                .toList();
    }

    private void decide(List<Integer> indexes, SmtpReply reply) {
        indexes.forEach(i -> replies[i] = reply);
    }

    private SmtpReply named(ServerReply reply) throws HostException {
        if (reply.code() / 100 == 3) {
            session.close();
            throw new HostException("it sent a reply that does not fit the command: " + reply.code());
        }
        return reply.of(session.server().name());
    }

    /**
     * Sends the message to some recipients. Returns those that the server refused only because there are too many.
     *
     * @throws IOException the content cannot be read
     */
    private List<Integer> transaction(List<Integer> portion) throws IOException {
        List<Integer> accepted = new ArrayList<>();
        List<Integer> surplus = new ArrayList<>();
        SmtpReply[] current = new SmtpReply[replies.length];
        if (!begin(portion, current)) {
            return List.of();
        }
        for (int i : portion) {
            if (current[i].isPositive()) {
                accepted.add(i);
            }
        }
        for (int i : portion) {
            if (!accepted.isEmpty() && isSurplus(current[i])) {
                surplus.add(i);
            } else if (!current[i].isPositive()) {
                replies[i] = current[i];
            }
        }
        if (accepted.isEmpty() || !data(accepted)) {
            session.command("RSET", SmtpSession.COMMAND);
        }
        return surplus;
    }

    /** RFC 5321 §4.5.3.1.10: 452, and 552 of older servers. */
    private static boolean isSurplus(SmtpReply reply) {
        return (reply.code() == 452 && !reply.enhancedCode().equals("4.2.2"))
                || (reply.code() == 552 && reply.enhancedCode().equals("5.5.3"));
    }

    /** Sends MAIL and RCPT. Returns false if the server refused the sender. */
    private boolean begin(List<Integer> portion, SmtpReply[] current) throws HostException {
        int size = session.offers("PIPELINING") ? PIPELINED : 1;
        session.connection().write(commands.mail());
        SmtpReply sender = size == 1 ? named(session.reply(SmtpSession.COMMAND)) : null;
        for (int from = 0; from < portion.size() && (sender == null || sender.isPositive()); from += size) {
            List<Integer> batch = portion.subList(from, Math.min(from + size, portion.size()));
            for (int i : batch) {
                session.connection().write(commands.recipient(recipients.get(i)));
            }
            sender = sender == null ? named(session.reply(SmtpSession.COMMAND)) : sender;
            for (int i : batch) {
                current[i] = named(session.reply(SmtpSession.COMMAND));
            }
        }
        if (sender == null || sender.isPositive()) {
            return true;
        }
        decide(portion, sender);
        session.command("RSET", SmtpSession.COMMAND);
        return false;
    }

    /**
     * Sends the content. It is not pipelined, so no server waits for a content without recipients (RFC 2920 §3.1).
     * Returns whether the transaction has ended.
     */
    private boolean data(List<Integer> accepted) throws IOException {
        ServerReply ready = session.command("DATA", SmtpSession.DATA);
        if (ready.code() != 354) {
            decide(accepted, named(ready.isPositive() ? unexpected(ready) : ready));
            return false;
        }
        boolean isComplete = false;
        try {
            content();
            isComplete = true;
            session.connection().setDecisive(true);
            decide(accepted, named(session.command(".", SmtpSession.FINAL)));
        } catch (HostException e) {
            broken(accepted, e, isComplete);
        } finally {
            session.connection().setDecisive(false);
            if (!isComplete) {
                // Without the dot at the end, the server drops what it has.
                session.close();
            }
        }
        return true;
    }

    private static ServerReply unexpected(ServerReply reply) {
        return new ServerReply(451, List.of("4.5.0 A reply to DATA with the code " + reply.code()));
    }

    /** Records why the server ended the connection within the content or before its reply. */
    private void broken(List<Integer> accepted, HostException e, boolean isComplete) throws HostException {
        if (isComplete) {
            lost(accepted, e);
        } else if (!session.connection().isClosed()) {
            ServerReply last = session.connection().readLast(SmtpSession.QUIT);
            if (last.code() >= 400) {
                decide(accepted, named(last));
            }
        }
        throw e;
    }

    /** The server may have accepted the message. It is sent again, and can arrive twice (RFC 5321 §4.5.4.1). */
    private void lost(List<Integer> accepted, HostException e) {
        String text = "The connection to " + session.server().name() + " ended before the reply: " + e.getMessage();
        decide(accepted, new SmtpReply(451, "4.4.2", text));
    }

    private void content() throws IOException {
        OutputStream out = session.connection().content(SmtpSession.BLOCK, SmtpSession.CONTENT);
        DotOutput lines = new DotOutput(out);
        mail.content().writeTo(lines);
        lines.flush();
    }
}

package svc.proto.smtp;

import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.delivery.SmtpReply;
import svc.api.net.connection.Session.Close;
import svc.api.net.connection.Session.Next;
import svc.api.net.connection.Session.Park;

/** The time limits and the end of one DATA or BDAT command. Not thread-safe. */
final class Transfer {

    private static final Logger LOG = LoggerFactory.getLogger(Transfer.class);

    /** The longest duration of a command with the octets of a message. */
    static final Duration LONGEST = Duration.ofMinutes(10);

    /** The time after which the rate counts. */
    static final Duration GRACE = Duration.ofMinutes(1);

    /** The lowest average rate in octets per second. */
    static final int LOWEST_RATE = 100;

    /** The time without input after which the connection of a refused message is closed. */
    private static final Duration DRAIN_TIME = Duration.ofSeconds(2);

    private final Dialogue dialogue;
    private final MailTransaction transaction;
    private final Content content;
    private final long began;
    private long octets;

    Transfer(Dialogue dialogue, MailTransaction transaction, Content content) {
        this.dialogue = dialogue;
        this.transaction = transaction;
        this.content = content;
        this.began = dialogue.front().clock().nanos();
    }

    Dialogue dialogue() {
        return dialogue;
    }

    /** Counts octets of the client. */
    void received(long count) {
        octets += count;
    }

    /** Returns the remaining time. */
    private Duration remaining() {
        Duration byRate = GRACE.plusMillis(octets * 1_000 / LOWEST_RATE);
        Duration limit = byRate.compareTo(LONGEST) < 0 ? byRate : LONGEST;
        return limit.minusNanos(dialogue.front().clock().nanos() - began);
    }

    /**
     * Waits for a line or, with 0, for any input.
     *
     * @throws RefusedException if the time is over
     */
    Park await(int line) throws RefusedException {
        Duration remaining = remaining();
        if (remaining.isNegative() || remaining.isZero()) {
            throw Refusal.TOO_SLOW.with();
        }
        return new Park(line, remaining, remaining, true);
    }

    /** Returns whether the message was refused in such a way that the connection is closed. */
    boolean mustEnd() {
        RefusedException failure = content.failure();
        return failure != null && failure.refusal().closes();
    }

    /** Accepts or refuses the message, and sends the replies. */
    Next finish() throws IOException, RefusedException {
        try {
            RefusedException failure = content.failure();
            if (failure != null) {
                throw failure;
            }
            dialogue.checkSignIn();
            List<SmtpReply> replies = content.finish();
            count(replies);
            replies.stream()
                    .filter(reply -> !reply.isPositive())
                    .forEach(reply -> dialogue.front().metrics().refused(Refusal.general(reply)));
            boolean lmtp = dialogue.front().role() == Role.LMTP;
            dialogue.reply(lmtp ? transaction.perCommand(replies) : List.of(combined(replies)));
        } catch (RefusedException e) {
            dialogue.record(e);
            count(List.of(e.reply()));
            if (e.refusal().closes() || dialogue.front().role() != Role.LMTP || transaction.size() == 0) {
                throw e;
            }
            dialogue.front().metrics().refused(e.refusal());
            dialogue.reply(transaction.perCommand(List.of(e.reply())));
        } finally {
            dialogue.reset();
        }
        return dialogue.awaitCommand();
    }

    private void count(List<SmtpReply> replies) {
        replies.forEach(reply -> dialogue.front().metrics().received(reply));
        LOG.info("A message of {} octets, recipients {}: {}", content.size(), transaction.size(), combined(replies));
    }

    /** Returns the one reply of SMTP for all recipients. */
    static SmtpReply combined(List<SmtpReply> replies) {
        return replies.stream()
                .min(Comparator.comparing(reply -> reply.isPositive() ? 0 : reply.isTransient() ? 1 : 2))
                .orElseThrow();
    }

    /**
     * Refuses the message and closes the connection. Before that, the server drops what the client is still sending,
     * because a client reads the reply only when it has sent its message.
     */
    Next refuseAndDrain() throws IOException, RefusedException {
        RefusedException failure = content.failure();
        if (failure == null) {
            throw Refusal.FAILURE.with();
        }
        dialogue.front().metrics().refused(failure.refusal());
        dialogue.record(failure);
        List<SmtpReply> one = List.of(failure.reply());
        count(one);
        boolean each = dialogue.front().role() == Role.LMTP && transaction.size() > 0;
        dialogue.reply(each ? transaction.perCommand(one) : one);
        dialogue.reset();
        dialogue.enter(new Dialogue.Stage() {
            @Override
            public Next input() throws IOException {
                byte[] dropped = new byte[dialogue.connection().in().available()];
                received(dialogue.connection().in().read(dropped));
                boolean over = octets > 2 * dialogue.front().settings().maxSize()
                        || remaining().isNegative();
                return over ? new Close("") : Park.forInput(DRAIN_TIME);
            }

            @Override
            public Next expired() {
                return new Close("");
            }
        });
        return Park.forInput(DRAIN_TIME);
    }
}

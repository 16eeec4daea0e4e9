package svc.proto.smtp;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.delivery.SmtpReply;

/**
 * The octets of a message on their way to its destination. After a failure further octets are dropped. Not thread-safe.
 */
final class Content {

    /** The maximum length of a line, with CRLF (RFC 5321 §4.5.3.1.6). */
    static final int LONGEST_LINE = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(Content.class);

    private final Destination.Message message;
    private final long maxSize;
    private final LineCheck check = new LineCheck();
    private long size;
    private @Nullable RefusedException failure;

    /**
     * Checks the octets of a message: lines end with CRLF and have at most 1,000 octets; CR, LF and NUL do not occur
     * elsewhere. Servers that end lines differently would otherwise see another message in the text, or other commands. Not
     * thread-safe.
     */
    private static final class LineCheck {

        private long line = 1;
        private int length;
        private boolean afterReturn;

        /** Checks further octets. */
        void check(byte[] octets, int from, int to) throws RefusedException {
            for (int i = from; i < to; i++) {
                byte octet = octets[i];
                if (octet == 0 || afterReturn != (octet == '\n')) {
                    throw Refusal.BARE_LINE_END.with(line);
                }
                if (++length > LONGEST_LINE) {
                    throw Refusal.CONTENT_LINE_TOO_LONG.with(line);
                }
                afterReturn = octet == '\r';
                if (octet == '\n') {
                    line++;
                    length = 0;
                }
            }
        }

        /** Checks the end of the message. */
        void end() throws RefusedException {
            if (afterReturn) {
                throw Refusal.BARE_LINE_END.with(line);
            }
        }

        /** Returns the number of the current line, from 1. */
        long line() {
            return line;
        }
    }

    Content(Destination.Message message, long maxSize) {
        this.message = message;
        this.maxSize = maxSize;
    }

    /** Begins a message. */
    static Content begin(Dialogue dialogue, MailTransaction transaction) throws RefusedException {
        try {
            Front front = dialogue.front();
            Destination.Message message = front.destination()
                    .begin(
                            dialogue.caller(),
                            transaction.envelope(),
                            dialogue.arrival(transaction.parameters().smtpUtf8()),
                            transaction.parameters().due());
            return new Content(message, front.settings().maxSize());
        } catch (IOException e) {
            LOG.error("A message could not be stored", e);
            throw Refusal.NOT_STORED.with();
        }
    }

    /** Returns the content of a message that is refused already. */
    static Content refused(RefusedException reason) {
        Content content = new Content(Dropped.INSTANCE, 0);
        content.failure = reason;
        return content;
    }

    /** Drops a message. */
    private enum Dropped implements Destination.Message {
        INSTANCE;

        @Override
        public OutputStream out() {
            return OutputStream.nullOutputStream();
        }

        @Override
        public List<SmtpReply> finish() {
            return List.of();
        }

        @Override
        public void close() {}
    }

    /** Takes further octets, without the dots of SMTP. */
    void write(byte[] octets, int from, int to) {
        if (failure != null) {
            return;
        }
        try {
            check.check(octets, from, to);
            size += to - from;
            if (size > maxSize) {
                throw Refusal.MESSAGE_TOO_LARGE.with(maxSize);
            }
            message.out().write(octets, from, to - from);
        } catch (RefusedException e) {
            fail(e);
        } catch (IOException e) {
            LOG.error("A message could not be stored", e);
            fail(Refusal.NOT_STORED.with());
        }
    }

    /** Refuses the message because of a line that is too long to be read. */
    void lineTooLong() {
        fail(Refusal.CONTENT_LINE_TOO_LONG.with(check.line()));
    }

    private void fail(RefusedException refused) {
        if (failure == null) {
            failure = refused;
            message.close();
        }
    }

    /** Returns the failure; null if there is none. */
    @Nullable
    RefusedException failure() {
        return failure;
    }

    /** Accepts the message at its end. Returns the reply for each recipient, or one reply for all of them. */
    List<SmtpReply> finish() throws RefusedException {
        try {
            check.end();
            return message.finish();
        } catch (IOException e) {
            LOG.error("A message could not be stored", e);
            throw Refusal.NOT_STORED.with();
        } finally {
            message.close();
        }
    }

    long size() {
        return size;
    }

    void close() {
        message.close();
    }
}

package svc.proto.pop3;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.identity.Caller;
import svc.api.lifecycle.Maintenance.Period;
import svc.api.store.StoreException;

/** Executes the commands of a signed-in client (RFC 1939 §5). Not thread-safe. */
final class TransactionState {

    private static final Logger LOG = LoggerFactory.getLogger(TransactionState.class);

    /** The number of octets that TOP reads of a message at once. */
    private static final int CHUNK = 65_536;

    private final Inbox inbox;
    private final Maildrop maildrop;
    private final Replies replies;

    TransactionState(Inbox inbox, Maildrop maildrop, Replies replies) {
        this.inbox = inbox;
        this.maildrop = maildrop;
        this.replies = replies;
    }

    Caller caller() {
        return inbox.caller();
    }

    /** Returns the number and the size of the messages, as text for people. */
    String summary() {
        return maildrop.count() + " messages (" + maildrop.size() + " octets)";
    }

    /** Executes a command other than QUIT. Returns false if the command does not exist in this state. */
    boolean execute(Request request) throws IOException, RefusedException {
        switch (request.name()) {
            case "STAT" -> {
                request.noWords();
                replies.ok(maildrop.count() + " " + maildrop.size());
            }
            case "LIST" -> list(request, number -> Long.toString(maildrop.size(number)));
            case "UIDL" -> list(request, maildrop::uniqueId);
            case "RETR" -> {
                int number = request.number();
                maildrop.require(number);
                send(number, maildrop.size(number) + " octets", MessageLines.ALL);
            }
            case "TOP" -> {
                int[] numbers = request.numbers();
                maildrop.require(numbers[0]);
                send(numbers[0], "The beginning of the message follows", numbers[1]);
            }
            case "DELE" -> delete(request.number());
            case "RSET" -> {
                request.noWords();
                maildrop.reset();
                replies.ok("The maildrop has " + summary());
            }
            case "NOOP" -> {
                request.noWords();
                replies.ok("Nothing was changed");
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void list(Request request, IntFunction<String> value) throws IOException, RefusedException {
        OptionalInt one = request.optionalNumber();
        if (one.isPresent()) {
            maildrop.require(one.getAsInt());
            replies.ok(one.getAsInt() + " " + value.apply(one.getAsInt()));
            return;
        }
        replies.ok(summary());
        for (int number = 1; number <= maildrop.last(); number++) {
            if (!maildrop.isDeleted(number)) {
                replies.line(number + " " + value.apply(number));
            }
        }
        replies.end();
    }

    private void delete(int number) throws IOException, RefusedException {
        maildrop.require(number);
        checkWritable(false);
        maildrop.delete(number);
        replies.ok("The message is marked as deleted");
    }

    private void checkWritable(boolean atEnd) throws RefusedException {
        Optional<Period> readOnly = inbox.front().maintenance().readOnly();
        if (readOnly.isPresent()) {
            throw new RefusedException(
                    RefusedException.SYS_TEMP,
                    "No message is removed. " + readOnly.get().notice(),
                    atEnd);
        }
    }

    private void send(int number, String status, int bodyLines) throws IOException, RefusedException {
        StoredBlob message = inbox.message(maildrop.uid(number))
                .orElseThrow(() -> new RefusedException("The message was removed by another client"));
        MessageLines lines = new MessageLines(replies.out(), "+OK " + status, bodyLines);
        long step = bodyLines == MessageLines.ALL ? message.size() : CHUNK;
        try {
            for (long from = 0; from < message.size() && !lines.isComplete(); from += step) {
                message.send(from, Math.min(step, message.size() - from), lines);
            }
        } catch (IOException e) {
            if (lines.hasBegun()) {
                throw e;
            }
            LOG.error("A message cannot be read", e);
            throw new RefusedException(
                    RefusedException.SYS_PERM, "The message cannot be read; the log of the server has the reason");
        }
        lines.end();
    }

    /** Removes the messages that are marked as deleted (RFC 1939 §6). */
    void update() throws RefusedException {
        List<Long> uids = maildrop.deletedUids();
        if (!uids.isEmpty()) {
            checkWritable(true);
        }
        try {
            inbox.remove(uids);
        } catch (StoreException e) {
            LOG.error("The messages that the client deleted are not removed", e);
            throw new RefusedException(
                    RefusedException.SYS_TEMP, "Some deleted messages were not removed; delete them again later", true);
        }
        LOG.info("Removed {} of {} messages", uids.size(), maildrop.last());
    }
}

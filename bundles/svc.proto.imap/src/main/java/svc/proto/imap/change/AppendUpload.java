package svc.proto.imap.change;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.AccountBlobs.PreparedBlob;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.OverQuotaException;
import svc.api.blob.StorageFullException;
import svc.api.blob.WriteLimit;
import svc.api.identity.Account;
import svc.api.store.Transaction;
import svc.cap.mail.api.MailStore.NewEmail;
import svc.cap.mail.api.MailStore.ParsedMessage;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.api.UidStore.FlagChange;
import svc.cap.mail.api.UidStore.FlagMode;
import svc.proto.imap.command.AppendMessage;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.mailbox.NamedMailbox;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.state.Filed;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.Reply;
import svc.proto.imap.state.SelectedMailbox;

/**
 * The messages of one APPEND or REPLACE. The octets of each message are stored while it arrives; one transaction creates
 * the blobs and files all messages when the command is complete (RFC 3502). Closing it removes octets that were not filed.
 * Not thread-safe.
 */
public final class AppendUpload implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AppendUpload.class);

    private static final int BUFFER = 16_384;

    private final NamedMailbox target;
    private final List<PreparedBlob> blobs = new ArrayList<>();
    private final List<Arrived> messages = new ArrayList<>();
    private long bytes;
    private @Nullable Reply failure;
    private @Nullable Filed filed;

    private record Arrived(ParsedMessage message, AppendMessage announced) {}

    /** Creates the upload for a mailbox. */
    public AppendUpload(NamedMailbox target) {
        this.target = target;
    }

    /** Returns whether the messages are for the account of a mailbox. */
    public boolean isInAccountOf(SelectedMailbox mailbox) {
        return target.access().account().account().n()
                == mailbox.access().account().account().n();
    }

    /** Stores the next message. The whole message is read, also if it cannot be stored. */
    public void receive(InputStream in, AppendMessage announced) throws IOException {
        Remaining input = new Remaining(in, announced.size());
        if (failure == null) {
            failure = store(input, announced).orElse(null);
        }
        input.drop();
    }

    /** The octets of a literal that have not been read. */
    private static final class Remaining {

        private final InputStream in;
        private final byte[] buffer = new byte[BUFFER];
        private long octets;

        Remaining(InputStream in, long octets) {
            this.in = in;
            this.octets = octets;
        }

        /** Reads the next octets. Returns their number, 0 at the end. */
        int next() throws IOException {
            if (octets == 0) {
                return 0;
            }
            int read = in.read(buffer, 0, (int) Math.min(buffer.length, octets));
            if (read < 0) {
                throw new java.io.EOFException("The client closed the connection inside a message");
            }
            octets -= read;
            return read;
        }

        void drop() throws IOException {
            int count;
            do {
                count = next();
            } while (count > 0);
        }
    }

    private Optional<Reply> store(Remaining input, AppendMessage announced) throws IOException {
        MailAccess access = target.access();
        Account account = access.account().account();
        if (announced.size() == 0) {
            return Optional.of(Reply.no("An empty message cancels the command"));
        }
        try (BlobWriter draft = access.services().blobs().newBlob(account)) {
            access.services().blobs().write(access.caller().account(), bytes, announced.size());
            bytes += announced.size();
            try (OutputStream out = draft.out()) {
                for (int read = input.next(); read > 0; read = input.next()) {
                    out.write(input.buffer, 0, read);
                }
            }
            PreparedBlob blob =
                    access.services().blobs().prepare(account, access.caller().account(), draft);
            blobs.add(blob);
            Optional<ParsedMessage> parsed = access.services().mail().read(blob.stored());
            if (parsed.isEmpty()) {
                return Optional.of(Reply.no(ResponseCode.CANNOT, "The octets are not a message"));
            }
            messages.add(new Arrived(parsed.get(), announced));
            return Optional.empty();
        } catch (StorageFullException e) {
            return Optional.of(diskFull(e));
        } catch (WriteLimit e) {
            return Optional.of(Reply.no(ResponseCode.LIMIT, "Too much data was uploaded lately; try again later"));
        }
    }

    private static Reply diskFull(StorageFullException cause) {
        LOG.error("A message cannot be stored, because the disk is full", cause);
        return Reply.no(ResponseCode.LIMIT, "The server has no room for the message");
    }

    @Override
    public void close() {
        blobs.forEach(PreparedBlob::close);
    }

    /** The UIDs of filed messages, or the reason why nothing was filed. */
    private record Result(
            List<Long> uids, long validity, @Nullable Reply failure) {}

    /**
     * Files all messages.
     *
     * @param name the name of the command
     * @param replaced the UID of the message in the same account that REPLACE removes, with its mailbox
     */
    public Reply file(String name, Optional<Replaced> replaced) throws IOException {
        Reply failed = failure;
        if (failed != null) {
            return failed;
        }
        MailAccess access = target.access();
        access.services().uids().open(access.scope(), target.n());
        Instant now = access.services().clock().now();
        Result result;
        try {
            result = access.services().blobs().commit(blobs, () -> access.write(name, tx -> file(tx, now, replaced)));
        } catch (StorageFullException e) {
            return diskFull(e);
        } catch (OverQuotaException e) {
            return Reply.no(ResponseCode.OVERQUOTA, "The account would exceed its quota");
        }
        if (result.failure != null) {
            return result.failure;
        }
        NumberSet uids = NumberSet.of(result.uids);
        filed = new Filed(target.key(), uids);
        return Reply.ok(ResponseCode.appendUid(result.validity, uids), name + " completed");
    }

    /** Returns the messages, once they are filed. */
    public Optional<Filed> filed() {
        return Optional.ofNullable(filed);
    }

    /**
     * The message that REPLACE removes (RFC 8508).
     *
     * @param mailbox the selected mailbox
     * @param uid the UID
     */
    public record Replaced(long mailbox, long uid) {}

    private Result file(Transaction tx, Instant now, Optional<Replaced> replaced) {
        MailAccess access = target.access();
        UidStore uids = access.services().uids();
        Optional<UidStore.UidMailbox> mailbox = uids.mailbox(tx, target.n());
        if (mailbox.isEmpty()) {
            return new Result(List.of(), 0, Reply.no(ResponseCode.TRYCREATE, "The mailbox no longer exists"));
        }
        blobs.forEach(blob -> blob.hold(tx));
        List<BlobId> ids = messages.stream().map(one -> one.message.blob()).toList();
        for (OverQuotaException e :
                access.services().blobs().exceedingQuota(tx, ids).values()) {
            throw e;
        }
        List<Long> numbers = access.services().mail().file(tx, newEmails(now));
        var found = uids.uids(tx, target.n(), numbers);
        List<Long> placed = numbers.stream().map(n -> found.getOrDefault(n, 0L)).toList();
        List<Long> deleted = new ArrayList<>();
        for (int i = 0; i < placed.size(); i++) {
            if (messages.get(i).announced.flags().deleted()) {
                deleted.add(placed.get(i));
            }
        }
        FlagChange mark = new FlagChange(FlagMode.ADD, Set.of(), true);
        uids.store(tx, target.n(), deleted, mark);
        replaced.ifPresent(old -> {
            uids.store(tx, old.mailbox(), List.of(old.uid()), mark);
            uids.expunge(tx, old.mailbox(), List.of(old.uid()));
        });
        return new Result(placed, mailbox.get().validity(), null);
    }

    private List<NewEmail> newEmails(Instant now) {
        return messages.stream()
                .map(one -> new NewEmail(
                        one.message,
                        Set.of(target.n()),
                        one.announced.flags().keywords(),
                        one.announced.date().map(OffsetDateTime::toInstant).orElse(now)))
                .toList();
    }
}

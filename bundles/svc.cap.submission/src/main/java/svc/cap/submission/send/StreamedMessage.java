package svc.cap.submission.send;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.OverQuotaException;
import svc.api.blob.StorageFullException;
import svc.api.delivery.Arrival;
import svc.api.delivery.Envelope;
import svc.api.delivery.MailQueue;
import svc.api.delivery.QueuedMessage;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;
import svc.cap.submission.api.Outbox;
import svc.mime.Headers;

/**
 * A message that a client writes to the {@link Outbox}. The header is checked when it is complete; the body is streamed
 * to a blob of the account. Not thread-safe.
 */
final class StreamedMessage implements Outbox.OutgoingMail {

    private static final char QUEUED = 'q';

    private final Services services;
    private final Account account;
    private final Envelope envelope;
    private final Arrival arrival;
    private final Instant due;
    private final OutputStream out = new Output();
    private final HeaderCheckingOutput checking = new HeaderCheckingOutput(this::checked);
    private Optional<String> messageId = Optional.empty();
    private @Nullable BlobWriter draft;
    private @Nullable Exception failure;

    /** The services that all messages share. */
    record Services(
            Store store, AccountBlobs blobs, MailQueue queue, SenderCheck check, RecipientLimits limits, Clock clock) {}

    StreamedMessage(Services services, Account account, Envelope envelope, Arrival arrival, Instant due) {
        this.services = services;
        this.account = account;
        this.envelope = envelope;
        this.arrival = arrival;
        this.due = due;
    }

    /** Remembers a failure and drops the bytes after it. */
    private final class Output extends OutputStream {

        private boolean closed;

        @Override
        public void write(int octet) {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] octets, int from, int length) {
            attempt(() -> checking.write(octets, from, length));
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                attempt(checking::close);
            }
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    private void attempt(Step step) {
        if (failure == null) {
            try {
                step.run();
            } catch (IOException | SetError e) {
                failure = e;
            }
        }
    }

    @Override
    public OutputStream out() {
        return out;
    }

    /** Checks and writes the header. */
    private OutputStream checked(byte[] given, boolean more) throws IOException {
        byte[] header = completed(given);
        services.check().refuseForeign(account, envelope.sender());
        Headers fields = StrictHeader.read(header, more);
        messageId = fields.messageId();
        services.check().refuseForeign(account, account, SenderFields.of(fields));
        List<String> recipients = addresses();
        services.check().refuseRecipients(recipients);
        services.limits().count(account, account, recipients.size());
        BlobWriter blob = services.blobs().newBlob(account);
        draft = blob;
        OutputStream message = OutgoingMessage.begin(
                blob.out(),
                new OutgoingMessage.ReceivedLine(
                        account.email(), arrival.protocol(), services.clock().now()));
        message.write(header);
        return message;
    }

    /** Adds Date and Message-ID if they are missing (RFC 6409 §8.2 and §8.3). */
    private byte[] completed(byte[] header) {
        Headers fields = Headers.of(header);
        ByteArrayOutputStream all = new ByteArrayOutputStream(header.length + 128);
        if (fields.last("Date") == null) {
            all.writeBytes(("Date: " + OutgoingMessage.date(services.clock().now()) + "\r\n").getBytes(US_ASCII));
        }
        if (fields.last("Message-ID") == null) {
            String domain = account.email().substring(account.email().lastIndexOf('@') + 1);
            all.writeBytes(("Message-ID: <" + UUID.randomUUID() + "@" + domain + ">\r\n").getBytes(UTF_8));
        }
        all.writeBytes(header);
        return all.toByteArray();
    }

    private List<String> addresses() {
        return envelope.recipients().stream().map(Envelope.Recipient::address).toList();
    }

    @Override
    public Outbox.Result send() throws IOException {
        out.close();
        BlobWriter blob = draft;
        try {
            if (failure instanceof SetError refused) {
                throw refused;
            } else if (failure instanceof IOException failed) {
                throw failed;
            } else if (blob == null) {
                throw new IOException("the message has no header");
            }
            long size = blob.size();
            long n = enqueue(services.blobs().keep(account, account, blob), size);
            return new Outbox.Queued(ObjectId.format(QUEUED, n));
        } catch (SetError e) {
            return QueueingOutbox.refused(e);
        } catch (OverQuotaException e) {
            return new Outbox.Refused(Outbox.Reason.OVER_QUOTA, String.valueOf(e.getMessage()));
        } catch (StorageFullException e) {
            return new Outbox.Refused(Outbox.Reason.STORAGE_FULL, "The storage of the server is full.");
        }
    }

    private long enqueue(BlobId blob, long size) {
        QueuedMessage message = new QueuedMessage(blob, size, envelope, due, messageId, Optional.of(arrival));
        return services.store()
                .write(
                        Scope.account(new ScopeKey(), account.n()),
                        TransactionCallback.named(
                                "svc.cap.submission: queue a message",
                                tx -> services.queue().enqueue(tx, message)));
    }

    @Override
    public void close() {
        BlobWriter blob = draft;
        draft = null;
        if (blob != null) {
            try {
                out.close();
                blob.close();
            } catch (IOException e) {
                failure = e;
            }
        }
    }
}

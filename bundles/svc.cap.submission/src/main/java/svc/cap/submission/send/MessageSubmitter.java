package svc.cap.submission.send;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.CorruptBlobException;
import svc.api.blob.OverQuotaException;
import svc.api.blob.StorageFullException;
import svc.api.delivery.DeliveryStatus;
import svc.api.delivery.DeliveryStatus.State;
import svc.api.delivery.MailQueue;
import svc.api.delivery.QueuedMessage;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.SetError;
import svc.api.json.Json;
import svc.api.json.Json.Binding;
import svc.api.json.Json.Names;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.cap.submission.identity.Identity;
import svc.cap.submission.identity.IdentityRows;
import svc.cap.submission.identity.SendingRights;
import svc.cap.submission.submission.EmailDeliveryStatus;
import svc.cap.submission.submission.Submission;
import svc.cap.submission.submission.Submission.Undo;
import svc.cap.submission.submission.SubmissionRows;
import svc.mime.Headers;

/**
 * Submits messages. {@link #prepare} checks a message and writes it to a blob outside transactions; {@link #submit}
 * adds this blob to the queue in one transaction. Thread-safe.
 */
@Component(service = MessageSubmitter.class)
public final class MessageSubmitter {

    private final MailQueue queue;
    private final JmapLimits limits;
    private final SenderCheck check;
    private final RecipientLimits recipients;
    private final GuestSubmissions guests;
    private final IdentityRows identities;
    private final OutgoingMessage writer;
    private final Binding json;

    @Activate
    public MessageSubmitter(
            @Reference AccountBlobs blobs,
            @Reference MailQueue queue,
            @Reference JmapLimits limits,
            @Reference SendingRights rights,
            @Reference RecipientLimits recipients,
            @Reference GuestSubmissions guests,
            @Reference Json json) {
        this.recipients = recipients;
        this.guests = guests;
        this.queue = queue;
        this.limits = limits;
        this.check = new SenderCheck(rights, queue);
        this.identities = new IdentityRows(json);
        this.writer = new OutgoingMessage(blobs);
        this.json = json.binding(Names.EXACT);
    }

    /**
     * A message to be sent.
     *
     * @param accessible the account in whose name the message is sent
     * @param by the caller
     * @param identity the number of the identity
     * @param email the number of the email; 0 if the message is a blob that is not an email
     * @param thread the number of the email's thread
     * @param message the bytes of the message
     * @param envelope the envelope of the client; null to derive it from the header
     */
    public record SubmissionRequest(
            AccessibleAccount accessible,
            Caller by,
            long identity,
            long email,
            long thread,
            StoredBlob message,
            @Nullable Envelope envelope) {

        Account account() {
            return accessible.account();
        }

        /** Returns whether another user than the owner sends the message. */
        boolean isOfGuest() {
            return !accessible.isPersonal();
        }
    }

    /** A message that was checked and written to a blob, and can now be added to the queue. */
    public record PreparedSubmission(
            SubmissionRequest order,
            Envelope envelope,
            Optional<String> messageId,
            OutgoingMessage.Written written,
            Instant due) {}

    /** Returns the address of an identity; empty if the identity does not exist. */
    Optional<String> address(Snapshot snapshot, long identity) {
        return Optional.ofNullable(identities.read(snapshot, List.of(identity)).get(identity))
                .map(Identity::email);
    }

    /**
     * Checks a message and writes it in its outgoing form. The caller must not be in a transaction.
     *
     * @param address the address of the identity
     * @param held the minimum time before delivery
     * @throws SetError if the message may not be sent
     */
    PreparedSubmission prepare(SubmissionRequest request, String address, Instant now, Duration held) {
        if (request.message().size() > limits.maxSizeUpload()) {
            throw new SetError(
                    "tooLarge",
                    "A message to send can have at most " + limits.maxSizeUpload() + " octets.",
                    Map.of("maxSize", limits.maxSizeUpload()));
        }
        try {
            Headers fields = StrictHeader.read(request.message());
            Envelope envelope =
                    check.envelope(request.account(), request.by().account(), address, request.envelope(), fields);
            Instant due = envelope.sendTime(now);
            OutgoingMessage.ReceivedLine receivedLine = new OutgoingMessage.ReceivedLine(address, "JMAP", now);
            recipients.count(
                    request.account(), request.by().account(), envelope.to().size());
            OutgoingMessage.Written written =
                    writer.write(request.account(), request.by().account(), request.message(), receivedLine);
            Instant later = now.plus(held);
            return new PreparedSubmission(
                    request, envelope, fields.messageId(), written, due.isBefore(later) ? later : due);
        } catch (OverQuotaException e) {
            throw SetError.overQuota(e.messageFor(request.accessible()));
        } catch (CorruptBlobException e) {
            throw SetError.invalidProperty(
                    "emailId", "The data of the message is missing or damaged; the log of the server has the details.");
        } catch (StorageFullException e) {
            throw new SetError(
                    "forbiddenToSend", "The storage of the server is full. Contact its operator and try again later.");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Adds the message to the queue and creates its submission.
     *
     * @throws SetError if the account is over quota; the transaction is rolled back to the state before the call
     */
    public Submission submit(Transaction tx, PreparedSubmission prepared) {
        try {
            return tx.withSavepoint(() -> store(tx, prepared));
        } catch (OverQuotaException e) {
            throw SetError.overQuota(e.messageFor(prepared.order().accessible()));
        }
    }

    private Submission store(Transaction tx, PreparedSubmission prepared) {
        List<String> recipients =
                prepared.envelope().to().stream().map(Envelope.Mailbox::email).toList();
        long posting = queue.enqueue(
                tx,
                new QueuedMessage(
                        prepared.written().blob(),
                        prepared.written().size(),
                        prepared.envelope().queued(),
                        prepared.due(),
                        prepared.messageId(),
                        Optional.empty()));
        SubmissionRequest request = prepared.order();
        Submission submission = new Submission(
                tx.logCreated(Submission.TYPE, Submission.WHOLE),
                request.identity(),
                request.email(),
                request.thread(),
                prepared.due(),
                Undo.PENDING,
                posting,
                json.text(prepared.envelope().members()),
                request.isOfGuest() ? request.by().account().n() : 0);
        List<DeliveryStatus> statuses = recipients.stream()
                .map(address -> new DeliveryStatus(address, State.WAITING, "250 2.1.5 Queued."))
                .toList();
        SubmissionRows.insert(tx.sql(), submission, statuses);
        if (request.isOfGuest()) {
            guests.record(tx, request.account(), request.by(), submission);
        }
        EmailDeliveryStatus.changed(tx, submission);
        return submission;
    }

    /**
     * Cancels a submission.
     *
     * @throws SetError if the submission can no longer be canceled
     */
    public void cancel(Transaction tx, Submission submission) {
        if (submission.undo() != Undo.PENDING || !queue.cancel(tx, submission.posting())) {
            throw new SetError(
                    "cannotUnsend",
                    "The submission cannot be canceled: delivery to a recipient has succeeded or failed.");
        }
        SubmissionRows.undo(tx.sql(), submission.n(), Undo.CANCELED);
        SubmissionRows.recipientStatus(tx.sql(), List.of(submission.n()))
                .values()
                .forEach(status -> status.statuses()
                        .forEach(one -> SubmissionRows.updateStatus(
                                tx.sql(),
                                submission.n(),
                                new DeliveryStatus(
                                        one.recipient(), State.FAILED, "554 5.7.1 Canceled by the sender."))));
        tx.logUpdated(Submission.TYPE, submission.n(), Submission.WHOLE);
        EmailDeliveryStatus.changed(tx, submission);
    }
}

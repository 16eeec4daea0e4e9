package svc.cap.submission;

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
import svc.api.blob.BlobDamaged;
import svc.api.blob.BlobStore.Stored;
import svc.api.blob.Blobs;
import svc.api.blob.NoRoom;
import svc.api.blob.OverQuota;
import svc.api.delivery.Destiny;
import svc.api.delivery.Destiny.Fate;
import svc.api.delivery.MailQueue;
import svc.api.delivery.Posting;
import svc.api.identity.Account;
import svc.api.identity.Reach;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.SetError;
import svc.api.json.Json;
import svc.api.json.Json.Binding;
import svc.api.json.Json.Names;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.cap.submission.Submission.Undo;
import svc.mime.Headers;
import svc.mime.Intake;
import svc.mime.MessageReader;
import svc.mime.ReadLimits;

/** Sends messages: what may go is checked and written away from the writer, and taken in one transaction. Any thread. */
@Component(service = Dispatch.class)
public final class Dispatch {

    private final MailQueue queue;
    private final JmapLimits limits;
    private final SenderCheck check;
    private final IdentityRows identities;
    private final OutgoingMessage writer;
    private final Binding json;
    private final MessageReader reader = new MessageReader(ReadLimits.USUAL);

    /** Sends by this queue. */
    @Activate
    public Dispatch(
            @Reference Blobs blobs,
            @Reference MailQueue queue,
            @Reference JmapLimits limits,
            @Reference SendingRights rights,
            @Reference Json json) {
        this.queue = queue;
        this.limits = limits;
        this.check = new SenderCheck(rights);
        this.identities = new IdentityRows(json);
        this.writer = new OutgoingMessage(blobs);
        this.json = json.binding(Names.EXACT);
    }

    /**
     * What shall be sent.
     *
     * @param reach in whose name
     * @param by who does it
     * @param identity the number of the identity
     * @param email that of the message; 0 for a blob that is none
     * @param thread that of its thread
     * @param message its bytes
     * @param envelope from whom and to whom; null for what the message says
     */
    record Order(
            Reach reach,
            Account by,
            long identity,
            long email,
            long thread,
            Stored message,
            @Nullable Envelope envelope) {

        Account account() {
            return reach.account();
        }
    }

    /** What can be taken by the queue. */
    record Ready(Order order, Envelope envelope, OutgoingMessage.Written written, Instant due) {}

    /** The address of an identity. */
    Optional<String> address(Snapshot snapshot, long identity) {
        return Optional.ofNullable(
                        identities.among(snapshot.sql(), List.of(identity)).get(identity))
                .map(Identity::email);
    }

    /**
     * Checks and writes what shall be sent; outside any work of the store.
     *
     * @param address that of the identity
     * @param held how much later it shall go at least
     * @throws SetError it may not be sent
     */
    Ready ready(Order order, String address, Instant now, Duration held) {
        if (order.message().size() > limits.maxSizeUpload()) {
            throw new SetError(
                    "tooLarge",
                    "A message that is sent has " + limits.maxSizeUpload() + " octets at most.",
                    Map.of("maxSize", limits.maxSizeUpload()));
        }
        try {
            Headers headers = reader.read(order.message()::send, order.message().size(), Intake.STRUCTURE)
                    .headers();
            Envelope envelope = check.envelope(order, address, headers);
            Instant due = envelope.due(now);
            OutgoingMessage.Trace trace =
                    new OutgoingMessage.Trace(envelope.from().email(), address, now);
            OutgoingMessage.Written written = writer.write(order.account(), order.by(), order.message(), trace);
            Instant later = now.plus(held);
            return new Ready(order, envelope, written, due.isBefore(later) ? later : due);
        } catch (OverQuota e) {
            throw SetError.overQuota(e.told(order.reach()));
        } catch (BlobDamaged e) {
            throw SetError.invalidProperty(
                    "emailId", "The bytes of the message are lost or damaged, which the operator finds in the log.");
        } catch (NoRoom e) {
            throw new SetError(
                    "forbiddenToSend", "The server has no room left. Tell its operator, and try again then.");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Takes it, with a submission that tells of it.
     *
     * @throws SetError the account may not keep as much; nothing was done then
     */
    Submission take(Transaction tx, Ready ready) {
        try {
            return tx.attempt(() -> taken(tx, ready));
        } catch (OverQuota e) {
            throw SetError.overQuota(e.told(ready.order().reach()));
        }
    }

    private Submission taken(Transaction tx, Ready ready) {
        List<String> recipients =
                ready.envelope().to().stream().map(Envelope.Mailbox::email).toList();
        long posting = queue.take(
                tx,
                new Posting(
                        ready.written().blob(),
                        ready.written().size(),
                        ready.envelope().from().email(),
                        recipients,
                        ready.due()));
        Order order = ready.order();
        Submission submission = new Submission(
                tx.created(Submission.TYPE, Submission.WHOLE),
                order.identity(),
                order.email(),
                order.thread(),
                ready.due(),
                Undo.PENDING,
                posting,
                json.text(ready.envelope().members()));
        List<Destiny> destinies = recipients.stream()
                .map(address -> new Destiny(address, Fate.WAITING, "250 2.1.5 Queued."))
                .toList();
        SubmissionRows.insert(tx.sql(), submission, destinies);
        SentMail.changed(tx, submission);
        return submission;
    }

    /**
     * Takes back what nobody has had.
     *
     * @throws SetError it is too late
     */
    void recall(Transaction tx, Submission submission) {
        if (submission.undo() != Undo.PENDING || !queue.recall(tx, submission.posting())) {
            throw new SetError("cannotUnsend", "It is too late: a recipient has the message, or never gets it.");
        }
        SubmissionRows.undo(tx.sql(), submission.n(), Undo.CANCELED);
        SubmissionRows.fares(tx.sql(), List.of(submission.n()))
                .values()
                .forEach(fares -> fares.destinies()
                        .forEach(one -> SubmissionRows.fares(
                                tx.sql(),
                                submission.n(),
                                new Destiny(one.address(), Fate.FAILED, "554 5.7.1 Taken back by its sender."))));
        tx.updated(Submission.TYPE, submission.n(), Submission.WHOLE);
        SentMail.changed(tx, submission);
    }
}

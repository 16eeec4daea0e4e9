package svc.delivery.attempt;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.CorruptBlobException;
import svc.api.blob.OverQuotaException;
import svc.api.delivery.DeliveryStatus.State;
import svc.api.delivery.Envelope.Notify;
import svc.api.delivery.Envelope.ReturnContent;
import svc.api.delivery.QueuedMessage;
import svc.api.identity.Account;
import svc.api.time.Clock;
import svc.delivery.ServerIdentity;
import svc.delivery.queue.QueueEntry;
import svc.delivery.queue.QueuedRecipient;
import svc.delivery.queue.RetrySchedule;
import svc.mime.Address;
import svc.mime.Octets;
import svc.mime.write.MessageDraft;
import svc.mime.write.MessageDraft.Field;
import svc.mime.write.MessageDraft.Node;
import svc.mime.write.MessageDraft.Traits;
import svc.mime.write.MessageDraft.Value;
import svc.mime.write.MessageWriter;

/**
 * Composes delivery status notifications (RFC 3464; with internationalized addresses RFC 6533). A notification covers
 * several recipients of a message. It has a null return path, so that no notification is sent about it. Thread-safe.
 */
@Component(service = DeliveryReports.class)
public final class DeliveryReports {

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryReports.class);
    /** Maximum number of bytes of the original header that a notification contains. */
    private static final int MOST_HEADER = 65_536;

    /** Maximum size of an original message that a notification contains. */
    private static final int MOST_MESSAGE = 51_200;

    private final AccountBlobs blobs;
    private final Clock clock;
    private final RetrySchedule retries;
    private final ServerIdentity identity;
    private final SecureRandom random = new SecureRandom();

    @Activate
    public DeliveryReports(
            @Reference AccountBlobs blobs,
            @Reference Clock clock,
            @Reference RetrySchedule retries,
            @Reference ServerIdentity identity) {
        this.blobs = blobs;
        this.clock = clock;
        this.retries = retries;
        this.identity = identity;
    }

    /** Returns whether the sender is notified of the status of a recipient (RFC 3461 §4.1). */
    static boolean isReported(QueuedRecipient recipient) {
        return switch (recipient.state()) {
            case FAILED -> recipient.recipient().notifiesFailure();
            case DELIVERED, RELAYED -> recipient.recipient().notifications().contains(Notify.SUCCESS);
            case WAITING -> false;
        };
    }

    /** Returns whether the sender can be notified that the delivery to a recipient is delayed (RFC 3461 §5.2.5). */
    static boolean isDelayReportable(QueuedRecipient recipient) {
        return recipient.state() == State.WAITING
                && !recipient.delayReported()
                && recipient.recipient().notifiesDelay();
    }

    /**
     * Composes the notification to the sender of a message. Returns empty if the sender is over quota.
     *
     * @param recipients the recipients with their status
     * @throws IOException the notification cannot be stored now
     */
    Optional<QueuedMessage> compose(Account from, QueueEntry head, List<QueuedRecipient> recipients)
            throws IOException {
        String host = identity.hostname();
        try (BlobStore.BlobWriter draft = blobs.newBlob(from)) {
            MessageDraft message = draft(head, recipients, host, original(from, head, recipients));
            new MessageWriter(clock, random, host).write(message, draft.out());
            draft.out().close();
            long size = draft.size();
            BlobId id = blobs.keep(from, draft);
            return Optional.of(new QueuedMessage(id, size, "", List.of(head.sender()), clock.now()));
        } catch (OverQuotaException e) {
            LOG.error("The notification about queued message q{} could not be sent", head.n(), e);
            return Optional.empty();
        }
    }

    private MessageDraft draft(QueueEntry head, List<QueuedRecipient> recipients, String host, Node original) {
        List<Field> fields = List.of(
                new Field("From", new Value.Addresses(List.of(new Address("Mail delivery", "mailer-daemon@" + host)))),
                new Field("To", new Value.Addresses(List.of(new Address(null, head.sender())))),
                new Field("Subject", new Value.Text(ReportText.subject(recipients))),
                new Field("Auto-Submitted", new Value.Raw(" auto-replied")));
        String status = ReportText.status(
                head, recipients, host, clock.now(), retries.backoff().end(head.due()));
        String type = ReportText.isAscii(status) ? "message/delivery-status" : "message/global-delivery-status";
        Node report = Node.Multipart.report(
                "delivery-status",
                List.of(new Node.Text("text/plain", ReportText.words(recipients)), stored(type, status), original));
        return new MessageDraft(fields, report);
    }

    private static Node stored(String type, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new Node.Stored(Traits.of(type), List.of(), Octets.of(bytes), bytes.length);
    }

    /** Returns the part with the original message or its header (RFC 6522 §3, RFC 3461 §4.3). */
    private Node original(Account from, QueueEntry head, List<QueuedRecipient> recipients) throws IOException {
        Optional<StoredBlob> stored = blobs.find(from, head.blob());
        boolean isWhole = head.envelope().content() == ReturnContent.FULL
                && head.size() <= MOST_MESSAGE
                && recipients.stream().anyMatch(ReportText::isFailure);
        byte[] bytes =
                stored.isPresent() ? beginning(stored.get(), head, isWhole ? MOST_MESSAGE : MOST_HEADER) : new byte[0];
        boolean isGlobal = head.envelope().smtpUtf8();
        if (isWhole && bytes.length > 0) {
            String type = isGlobal ? "message/global" : "message/rfc822";
            return new Node.Stored(Traits.of(type), List.of(), Octets.of(bytes), bytes.length);
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        int end = text.indexOf("\r\n\r\n");
        String header = end < 0 ? text : text.substring(0, end + 2);
        return isGlobal ? stored("message/global-headers", header) : new Node.Text("text/rfc822-headers", header);
    }

    /** Returns the first bytes of a message; none if they are damaged. */
    private static byte[] beginning(StoredBlob stored, QueueEntry head, int most) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            stored.send(head.copy().skipped(), Math.min(most, head.size()), bytes);
        } catch (CorruptBlobException e) {
            return new byte[0];
        }
        return bytes.toByteArray();
    }
}

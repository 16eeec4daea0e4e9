package svc.delivery;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
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
import svc.api.delivery.DeliveryStatus;
import svc.api.delivery.QueuedMessage;
import svc.api.identity.Account;
import svc.api.time.Clock;
import svc.delivery.QueueRows.QueueEntry;
import svc.mime.Address;
import svc.mime.write.MessageDraft;
import svc.mime.write.MessageDraft.Field;
import svc.mime.write.MessageDraft.Node;
import svc.mime.write.MessageDraft.Value;
import svc.mime.write.MessageWriter;

/**
 * Composes delivery status notifications for messages that could not be delivered (RFC 3464). Notifications have a null
 * return path, so that no notification is sent about a notification. Thread-safe.
 */
@Component(service = Bounces.class)
public final class Bounces {

    private static final Logger LOG = LoggerFactory.getLogger(Bounces.class);

    /** Maximum number of bytes of the original header that a notification contains. */
    private static final int MOST_HEADER = 65_536;

    private final AccountBlobs blobs;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    @Activate
    public Bounces(@Reference AccountBlobs blobs, @Reference Clock clock) {
        this.blobs = blobs;
        this.clock = clock;
    }

    /**
     * Composes the notification to the sender of a message. Returns empty if the message has no return path or the
     * sender is over quota.
     *
     * @throws IOException the notification cannot be stored now
     */
    Optional<QueuedMessage> compose(Account from, QueueEntry head, DeliveryStatus status) throws IOException {
        if (head.sender().isEmpty()) {
            LOG.warn(
                    "Delivery of queued message q{} failed permanently; it has no return path for a bounce: {}",
                    head.n(),
                    status.smtpReply());
            return Optional.empty();
        }
        String host = head.sender().substring(head.sender().lastIndexOf('@') + 1);
        try (BlobStore.BlobWriter draft = blobs.newBlob(from)) {
            OutputStream out = draft.out();
            new MessageWriter(clock, random, host).write(draft(head, status, host, header(from, head)), out);
            out.close();
            long size = draft.size();
            BlobId id = blobs.keep(from, draft);
            return Optional.of(new QueuedMessage(id, size, "", List.of(head.sender()), clock.now()));
        } catch (OverQuotaException e) {
            LOG.error("The bounce of queued message q{} could not be sent: {}", head.n(), status.smtpReply(), e);
            return Optional.empty();
        }
    }

    private static MessageDraft draft(QueueEntry head, DeliveryStatus status, String host, String header) {
        List<Field> fields = List.of(
                new Field("From", new Value.Addresses(List.of(new Address("Mail delivery", "mailer-daemon@" + host)))),
                new Field("To", new Value.Addresses(List.of(new Address(null, head.sender())))),
                new Field("Subject", new Value.Text("Not delivered: your message to " + status.recipient())),
                new Field("Auto-Submitted", new Value.Raw(" auto-replied")));
        Node report = Node.Multipart.report(
                "delivery-status",
                List.of(
                        new Node.Text("text/plain", words(status)),
                        new Node.Text("message/delivery-status", status(status, host)),
                        new Node.Text("text/rfc822-headers", header)));
        return new MessageDraft(fields, report);
    }

    private static String words(DeliveryStatus status) {
        return "Your message could not be delivered to " + status.recipient()
                + ". The server has stopped trying.\n\nReason: " + status.smtpReply()
                + "\n\nThe beginning of your message is shown below.\n";
    }

    private static String status(DeliveryStatus status, String host) {
        String[] reply = status.smtpReply().split(" ", 3);
        return "Reporting-MTA: dns; " + host + "\n\nFinal-Recipient: rfc822; " + status.recipient()
                + "\nAction: failed\nStatus: " + reply[1] + "\nDiagnostic-Code: smtp; " + status.smtpReply() + "\n";
    }

    /** Returns the header of the original message; empty if its bytes are lost or damaged. */
    private String header(Account from, QueueEntry head) throws IOException {
        Optional<StoredBlob> stored = blobs.find(from, head.blob());
        if (stored.isEmpty()) {
            return "";
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            stored.get().send(0, Math.min(MOST_HEADER, stored.get().size()), bytes);
        } catch (CorruptBlobException e) {
            return "";
        }
        String text = bytes.toString(StandardCharsets.UTF_8);
        int end = text.indexOf("\r\n\r\n");
        return end < 0 ? text : text.substring(0, end + 2);
    }
}

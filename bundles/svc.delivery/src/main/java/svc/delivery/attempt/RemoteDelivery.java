package svc.delivery.attempt;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.delivery.Envelope;
import svc.api.delivery.MailTransport;
import svc.api.delivery.MailTransport.Result;
import svc.api.delivery.OutgoingMail;
import svc.api.delivery.SmtpReply;
import svc.api.store.ObjectId;
import svc.api.store.Store;
import svc.delivery.attempt.DeliveryRecorder.PendingDelivery;
import svc.delivery.filing.Destination;
import svc.delivery.filing.Recipients;
import svc.delivery.filing.TraceFields;
import svc.delivery.queue.DurableQueue;
import svc.delivery.queue.MessagesInTransit;
import svc.delivery.queue.QueueEntry;
import svc.delivery.queue.QueueRows;
import svc.delivery.queue.QueuedRecipient;

/** Sends queued messages to another domain by a {@link MailTransport}. Thread-safe. */
@Component(service = RemoteDelivery.class)
public final class RemoteDelivery {

    private static final Logger LOG = LoggerFactory.getLogger(RemoteDelivery.class);
    private static final SmtpReply NO_TRANSPORT =
            new SmtpReply(451, "4.4.0", "No transport for other mail servers is installed.");
    private static final SmtpReply ERROR =
            new SmtpReply(451, "4.3.0", "Internal server error; the log of the server has the details.");
    private static final SmtpReply MISSING = new SmtpReply(554, "5.6.0", "The data of the message is missing.");

    private final Store store;
    private final DurableQueue queue;
    private final MessagesInTransit transit;
    private final DeliveryRecorder recorder;
    private final RemoteResults results;
    private final Recipients recipients;
    private final AccountBlobs blobs;

    @Activate
    public RemoteDelivery(
            @Reference Store store,
            @Reference DurableQueue queue,
            @Reference MessagesInTransit transit,
            @Reference DeliveryRecorder recorder,
            @Reference RemoteResults results,
            @Reference Recipients recipients,
            @Reference AccountBlobs blobs) {
        this.store = store;
        this.queue = queue;
        this.transit = transit;
        this.recorder = recorder;
        this.results = results;
        this.recipients = recipients;
        this.blobs = blobs;
    }

    /** A domain whose servers cannot be reached. */
    private static final class UnreachableException extends Exception {

        private static final long serialVersionUID = 1L;

        UnreachableException(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }

    /**
     * Sends messages to recipients in a domain, each message once. If the domain cannot be reached, all of them wait.
     * Returns whether at least one message still exists.
     */
    boolean deliver(String domain, List<QueuedRecipient> due) {
        Map<Long, List<PendingDelivery>> messages = new LinkedHashMap<>();
        for (QueuedRecipient recipient : due) {
            recorder.find(recipient)
                    .ifPresent(one -> messages.computeIfAbsent(one.posting(), n -> new ArrayList<>())
                            .add(one));
        }
        Optional<SmtpReply> down = Optional.empty();
        for (List<PendingDelivery> message : messages.values()) {
            List<PendingDelivery> remote = remote(message);
            if (!remote.isEmpty()) {
                down = deliver(domain, remote, down);
            }
        }
        return !messages.isEmpty();
    }

    /** Sends a message unless it was canceled. Returns the reply for further messages if the domain cannot be reached. */
    private Optional<SmtpReply> deliver(String domain, List<PendingDelivery> message, Optional<SmtpReply> down) {
        PendingDelivery first = message.get(0);
        try {
            boolean exists = store.write(
                    DurableQueue.scope(first.recipient().account()), tx -> transit.begin(tx, first.posting(), domain));
            if (exists) {
                results.record(domain, message, down.isPresent() ? all(message, down.get()) : send(domain, message));
            }
            return down;
        } catch (UnreachableException e) {
            LOG.info("No server of {} can be reached: {}", domain, e.getMessage());
            SmtpReply reply = new SmtpReply(451, "4.4.1", "No server of " + domain + " can be reached" + reason(e));
            results.record(domain, message, all(message, reply));
            return Optional.of(reply);
        } finally {
            transit.end(first.posting(), domain);
        }
    }

    private static String reason(UnreachableException e) {
        String reason = e.getMessage();
        return reason == null ? "." : ": " + reason.replaceAll("\\p{Cntrl}", "?");
    }

    /** Returns the recipients of other servers. The others go back to the local lane: their domain has come here. */
    private List<PendingDelivery> remote(List<PendingDelivery> message) {
        List<PendingDelivery> remote = new ArrayList<>();
        for (PendingDelivery one : message) {
            if (recipients.find(one.recipient().address()) instanceof Destination.Remote) {
                remote.add(one);
            } else {
                results.write(one, DeliveryRecorder.ifWaiting(one, tx -> {
                    QueueRows.setLane(tx.sql(), one.recipient(), null);
                    tx.afterCommit(queue::wake);
                }));
            }
        }
        return remote;
    }

    private static Result all(List<PendingDelivery> message, SmtpReply reply) {
        return new Result(Collections.nCopies(message.size(), reply));
    }

    private Result send(String domain, List<PendingDelivery> message) throws UnreachableException {
        PendingDelivery first = message.get(0);
        Optional<SmtpReply> deferral =
                recipients.deferral(first.head(), first.recipient().address());
        if (deferral.isPresent()) {
            return all(message, deferral.get());
        }
        Optional<MailTransport> transport = queue.transport(first.recipient().address());
        Optional<StoredBlob> blob = blobs.find(first.from(), first.head().blob());
        if (transport.isEmpty() || blob.isEmpty()) {
            return all(message, transport.isEmpty() ? NO_TRANSPORT : MISSING);
        }
        long skipped;
        try {
            skipped = skipped(first.head(), blob.get());
        } catch (IOException e) {
            LOG.error("Queued message q{} could not be read; it will be retried", first.posting(), e);
            return all(message, ERROR);
        }
        try {
            Result result = transport.get().send(mail(domain, message, blob.get(), skipped));
            if (result.replies().size() == message.size()) {
                results.count(message, result);
                return result;
            }
            LOG.error(
                    "The transport returned {} replies for {} recipients",
                    result.replies().size(),
                    message.size());
        } catch (IOException e) {
            throw new UnreachableException(e);
        } catch (RuntimeException | LinkageError e) {
            LOG.error("Queued message q{} could not be sent; it will be retried", first.posting(), e);
        }
        return all(message, ERROR);
    }

    /**
     * Returns the number of octets of the blob that are not sent. The release 0.30 queued messages with the field Return-Path,
     * which must not leave the server (RFC 5321 §4.4).
     */
    private static long skipped(QueueEntry head, StoredBlob blob) throws IOException {
        byte[] field = TraceFields.returnPath(head.sender()).getBytes(UTF_8);
        if (head.copy().skipped() > 0 || blob.size() <= field.length) {
            return head.copy().skipped();
        }
        ByteArrayOutputStream beginning = new ByteArrayOutputStream(field.length);
        blob.send(0, field.length, beginning);
        return Arrays.equals(beginning.toByteArray(), field) ? field.length : 0;
    }

    private static OutgoingMail mail(String domain, List<PendingDelivery> message, StoredBlob blob, long skipped) {
        QueueEntry head = message.get(0).head();
        Envelope envelope = head.envelope()
                .to(message.stream().map(one -> one.recipient().recipient()).toList());
        long size = blob.size() - skipped;
        return new OutgoingMail(
                ObjectId.format(DurableQueue.LETTER, head.n()),
                message.get(0).from(),
                envelope,
                domain,
                size,
                out -> blob.send(skipped, size, out),
                head.key().isFromOutside());
    }
}

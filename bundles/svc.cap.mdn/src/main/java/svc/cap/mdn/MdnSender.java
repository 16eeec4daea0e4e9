package svc.cap.mdn;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.CorruptBlobException;
import svc.api.blob.OverQuotaException;
import svc.api.blob.StorageFullException;
import svc.api.delivery.MailQueue;
import svc.api.delivery.QueuedMessage;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.SetError;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.MailStore.StoredEmail;
import svc.cap.submission.api.Senders;
import svc.cap.submission.api.Senders.Sender;
import svc.mime.write.MessageWriter;

/**
 * Sends MDNs. An MDN is checked and written outside the transaction. The transaction that adds it to the queue also
 * sets the keyword {@code $mdnsent} of the email, so that at most one MDN is sent for an email. Thread-safe.
 */
@Component(service = MdnSender.class)
public final class MdnSender {

    /** Keyword of emails for which an MDN was sent; lower case as in RFC 9007 §1.2. */
    static final String SENT = "$mdnsent";

    private final AccountBlobs blobs;
    private final MailQueue queue;
    private final MailStore mail;
    private final Senders senders;
    private final JmapLimits limits;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    @Activate
    public MdnSender(
            @Reference AccountBlobs blobs,
            @Reference MailQueue queue,
            @Reference MailStore mail,
            @Reference Senders senders,
            @Reference JmapLimits limits,
            @Reference Clock clock) {
        this.blobs = blobs;
        this.queue = queue;
        this.mail = mail;
        this.senders = senders;
        this.limits = limits;
        this.clock = clock;
    }

    /**
     * An MDN to be sent.
     *
     * @param accessible the account in whose name the MDN is sent
     * @param by the account of the caller
     * @param email the email that the MDN reports on
     */
    record Request(AccessibleAccount accessible, Account by, Sender sender, MdnProperties given, StoredEmail email) {}

    /** An MDN that was checked and written to a blob, and can now be added to the queue. */
    record PreparedMdn(Request order, OutgoingMdn notification, QueuedMessage message) {}

    /** Returns the error for an email for which an MDN was already sent. */
    static SetError sentAlready() {
        return new SetError(
                "mdnAlreadySent", "An MDN for this email was already sent: it has the keyword " + SENT + ".");
    }

    /**
     * Checks an MDN and writes it as a blob. The caller must not be in a transaction.
     *
     * @throws SetError if the MDN may not be sent
     */
    PreparedMdn prepare(Request request) {
        try {
            StoredBlob original = blobs.find(
                            request.accessible().account(), request.email().blob())
                    .orElseThrow(MdnSender::dataLost);
            OutgoingMdn notification = notification(request, MdnRequest.of(original, senders::isAddress));
            if (request.given().original() && original.size() > limits.maxSizeUpload() - OutgoingMdn.ROOM) {
                throw tooLarge();
            }
            return new PreparedMdn(request, notification, write(request, notification, original));
        } catch (OverQuotaException e) {
            throw SetError.overQuota(e.messageFor(request.accessible()));
        } catch (StorageFullException e) {
            throw SetError.overQuota("The storage of the server is full. Contact its operator and try again later.");
        } catch (CorruptBlobException e) {
            throw dataLost();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SetError dataLost() {
        return SetError.invalidProperty(
                "forEmailId", "The data of the message is missing or damaged; the log of the server has the details.");
    }

    private SetError tooLarge() {
        return new SetError(
                "tooLarge",
                "A message to send can have at most " + limits.maxSizeUpload() + " octets.",
                Map.of("maxSize", limits.maxSizeUpload()));
    }

    private OutgoingMdn notification(Request request, MdnRequest mdnRequest) {
        if (mdnRequest.to().isEmpty()) {
            throw new SetError(
                    "notFound",
                    "The message has no Disposition-Notification-To field: its sender did not request an MDN.");
        } else if (mdnRequest.notification()) {
            throw SetError.forbidden("The message is itself an MDN; no MDN is sent for it.");
        } else if (request.given().disposition().automatic() && !mdnRequest.unsolicited()) {
            throw SetError.forbidden("The address in Disposition-Notification-To differs from the "
                    + "Return-Path: ask the user, and send the MDN manually.");
        }
        mdnRequest.to().stream()
                .filter(address -> !queue.accepts(address))
                .findFirst()
                .ifPresent(address -> {
                    throw SetError.forbidden(
                            "This server cannot send mail to other servers: it has no transport for " + address + ".");
                });
        String own = request.sender().email();
        String recipient = finalRecipient(request.given(), own);
        for (String address : List.of(own, recipient)) {
            if (!senders.mayUse(request.accessible().account(), address)) {
                throw new SetError("forbiddenFrom", "The account may not send an MDN for " + address + ".");
            }
        }
        return new OutgoingMdn(request.given(), mdnRequest, request.sender(), recipient);
    }

    /** Returns the address in the {@code finalRecipient} property, which may start with an address type. */
    private static String finalRecipient(MdnProperties given, String own) {
        String field = given.finalRecipient();
        if (field == null) {
            return own;
        }
        int type = field.indexOf(';');
        String word = field.substring(0, Math.max(type, 0)).strip().toLowerCase(Locale.ROOT);
        if (type >= 0 && !word.equals("rfc822") && !word.equals("utf-8")) {
            throw SetError.invalidProperty(
                    "finalRecipient", "The value must be an address, such as rfc822; ann@example.com.");
        }
        return field.substring(type + 1).strip();
    }

    /** Writes the MDN with a null return path, so that no notification about it is sent (RFC 8098 §3). */
    private QueuedMessage write(Request request, OutgoingMdn notification, StoredBlob original) throws IOException {
        String own = request.sender().email();
        try (BlobWriter draft = blobs.newBlob(request.accessible().account())) {
            OutputStream out = draft.out();
            new MessageWriter(clock, random, own.substring(own.lastIndexOf('@') + 1))
                    .write(notification.draft(original), out);
            out.close();
            long size = draft.size();
            if (size > limits.maxSizeUpload()) {
                throw tooLarge();
            }
            BlobId id = blobs.keep(request.accessible().account(), request.by(), draft);
            return new QueuedMessage(id, size, "", notification.request().to(), clock.now());
        }
    }

    /**
     * Adds the MDN to the queue and sets the keyword {@code $mdnsent} of the email.
     *
     * @throws SetError if an MDN was sent meanwhile, the email was destroyed, or the account is over quota; in these
     *     cases nothing is changed
     */
    void submit(Transaction tx, PreparedMdn prepared) {
        long email = prepared.order().email().n();
        if (mail.marked(tx, email, SENT)) {
            throw sentAlready();
        } else if (!mail.mark(tx, email, SENT)) {
            throw SetError.notFound();
        }
        try {
            queue.enqueue(tx, prepared.message());
        } catch (OverQuotaException e) {
            throw SetError.overQuota(e.messageFor(prepared.order().accessible()));
        }
    }
}

package svc.cap.mdn;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobDamaged;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.blob.BlobStore.Stored;
import svc.api.blob.Blobs;
import svc.api.blob.NoRoom;
import svc.api.blob.OverQuota;
import svc.api.delivery.MailQueue;
import svc.api.delivery.Posting;
import svc.api.identity.Account;
import svc.api.identity.Reach;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.SetError;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.cap.mail.api.MailStore;
import svc.cap.submission.api.Senders;
import svc.cap.submission.api.Senders.Sender;
import svc.mime.MessageWriter;

/**
 * Sends notifications: each is checked and written away from the writer, and taken in the transaction that marks the message, so that
 * there is never a second one. Any thread.
 */
@Component(service = MdnPost.class)
public final class MdnPost {

    /** Lower case, as RFC 9007 §1.2 has it. */
    static final String SENT = "$mdnsent";

    private final Blobs blobs;
    private final MailQueue queue;
    private final MailStore mail;
    private final Senders senders;
    private final JmapLimits limits;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    /** Sends by this queue. */
    @Activate
    public MdnPost(
            @Reference Blobs blobs,
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
     * What shall be sent.
     *
     * @param reach in whose name
     * @param by who does it
     * @param email the message that it is about
     */
    record Order(Reach reach, Account by, Sender sender, GivenMdn given, MailStore.Held email) {}

    /** What can be taken by the queue. */
    record Ready(Order order, Notification notification, Posting posting) {}

    /** Refuses a second one. */
    static SetError sentAlready() {
        return new SetError(
                "mdnAlreadySent", "A notification about this message was sent before: it has " + SENT + ".");
    }

    /**
     * Checks and writes what shall be sent; outside any work of the store.
     *
     * @throws SetError it may not be sent
     */
    Ready ready(Order order) {
        try {
            Stored original =
                    blobs.find(order.reach().account(), order.email().blob()).orElseThrow(MdnPost::lost);
            Notification notification = notification(order, Asking.of(original, senders::isAddress));
            if (order.given().original() && original.size() > limits.maxSizeUpload() - Notification.ROOM) {
                throw tooLarge();
            }
            return new Ready(order, notification, write(order, notification, original));
        } catch (OverQuota e) {
            throw SetError.overQuota(e.told(order.reach()));
        } catch (NoRoom e) {
            throw SetError.overQuota("The server has no room left. Tell its operator, and try again then.");
        } catch (BlobDamaged e) {
            throw lost();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SetError lost() {
        return SetError.invalidProperty(
                "forEmailId", "The bytes of the message are lost or damaged, which the operator finds in the log.");
    }

    private SetError tooLarge() {
        return new SetError(
                "tooLarge",
                "A message that is sent has " + limits.maxSizeUpload() + " octets at most.",
                Map.of("maxSize", limits.maxSizeUpload()));
    }

    private Notification notification(Order order, Asking asking) {
        if (asking.to().isEmpty()) {
            throw new SetError(
                    "notFound",
                    "The message has no Disposition-Notification-To field that says who wants to be notified.");
        } else if (asking.notification()) {
            throw SetError.forbidden("The message is a notification itself, about which nobody is notified.");
        } else if (order.given().disposition().automatic() && !asking.unasked()) {
            throw SetError.forbidden("Whoever wants to be notified is not the one who sent the message, by its "
                    + "Return-Path: ask the user, and send it manually.");
        }
        String own = order.sender().email();
        String recipient = finalRecipient(order.given(), own);
        for (String address : List.of(own, recipient)) {
            if (!senders.mayUse(order.reach().account(), address)) {
                throw new SetError("forbiddenFrom", "The account may not send a notification for " + address + ".");
            }
        }
        return new Notification(order.given(), asking, order.sender(), recipient);
    }

    /** The address of a field that a client gives: with its type, or without. */
    private static String finalRecipient(GivenMdn given, String own) {
        String field = given.finalRecipient();
        if (field == null) {
            return own;
        }
        int type = field.indexOf(';');
        String word = field.substring(0, Math.max(type, 0)).strip().toLowerCase(Locale.ROOT);
        if (type >= 0 && !word.equals("rfc822") && !word.equals("utf-8")) {
            throw SetError.invalidProperty("finalRecipient", "It must be an address, such as rfc822; ann@example.com.");
        }
        return field.substring(type + 1).strip();
    }

    /** With no return path: nobody is told that a notification does not come (RFC 8098 §3). */
    private Posting write(Order order, Notification notification, Stored original) throws IOException {
        String own = order.sender().email();
        try (BlobStore.Draft draft = blobs.draft(order.reach().account())) {
            OutputStream out = draft.out();
            out.write("Return-Path: <>\r\n".getBytes(StandardCharsets.US_ASCII));
            new MessageWriter(clock, random, own.substring(own.lastIndexOf('@') + 1))
                    .write(notification.draft(original), out);
            out.close();
            long size = draft.size();
            if (size > limits.maxSizeUpload()) {
                throw tooLarge();
            }
            BlobId id = blobs.keep(order.reach().account(), order.by(), draft);
            return new Posting(id, size, "", notification.asking().to(), clock.now());
        }
    }

    /**
     * Takes it and marks the message.
     *
     * @throws SetError one was sent meanwhile, or the message is gone, or the account may not keep as much; nothing was done then
     */
    void take(Transaction tx, Ready ready) {
        long email = ready.order().email().n();
        if (mail.marked(tx, email, SENT)) {
            throw sentAlready();
        } else if (!mail.mark(tx, email, SENT)) {
            throw SetError.notFound();
        }
        try {
            queue.take(tx, ready.posting());
        } catch (OverQuota e) {
            throw SetError.overQuota(e.told(ready.order().reach()));
        }
    }
}

package svc.cap.submission.send;

import static svc.api.jmap.ValueReader.PROPERTIES;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobAccess;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.jmap.PropertyErrors;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.cap.mail.api.MailStore;
import svc.cap.submission.identity.Identity;
import svc.cap.submission.identity.SendingRights;

/**
 * Finds the message and the identity that a client names for sending, and prepares the submission. Opens its own reads,
 * so callers must not be in a transaction. Thread-safe.
 */
@Component(service = SubmissionPreparation.class)
public final class SubmissionPreparation {

    private final Store store;
    private final AccountBlobs blobs;
    private final BlobAccess blobAccess;
    private final MailStore mail;
    private final MessageSubmitter dispatch;

    @Activate
    public SubmissionPreparation(
            @Reference Store store,
            @Reference AccountBlobs blobs,
            @Reference BlobAccess blobAccess,
            @Reference MailStore mail,
            @Reference MessageSubmitter dispatch) {
        this.store = store;
        this.blobs = blobs;
        this.blobAccess = blobAccess;
        this.mail = mail;
        this.dispatch = dispatch;
    }

    /** The caller, and the account in whose name the caller sends. */
    public record Requester(Scope scope, AccessibleAccount accessible, Caller caller) {}

    /**
     * Checks and writes a message to be sent.
     *
     * @param given {@code identityId}, either {@code emailId} or {@code blobId}, and optionally {@code envelope}
     * @param held the minimum time before delivery
     * @throws SetError if the message may not be sent
     */
    public MessageSubmitter.PreparedSubmission prepare(
            Requester requester, Map<String, @Nullable Object> given, Instant now, Duration held) {
        Order order = Order.of(given);
        Found found = store.read(requester.scope(), snapshot -> found(snapshot, requester.accessible(), order));
        PropertyErrors errors = new PropertyErrors();
        Optional<StoredBlob> message = errors.check(
                () -> order.blob.isPresent() ? blob(requester, order.blob.get()) : message(requester, found));
        if (found.address().isEmpty()) {
            errors.add("identityId", "There is no such Identity in the account.");
        }
        errors.throwIfAny();
        MessageSubmitter.SubmissionRequest request = new MessageSubmitter.SubmissionRequest(
                requester.accessible(),
                requester.caller(),
                order.identity,
                order.email,
                found.held() == null ? 0 : found.held().thread(),
                message.orElseThrow(),
                order.envelope.orElse(null));
        return dispatch.prepare(request, found.address().orElseThrow(), now, held);
    }

    private Found found(Snapshot snapshot, AccessibleAccount accessible, Order order) {
        List<Long> email = order.email == 0 ? List.of() : List.of(order.email);
        return new Found(
                mail.find(snapshot, mail.visible(snapshot, accessible, email)).get(order.email),
                SendingRights.mailboxes(accessible)
                        .map(allowed -> !Collections.disjoint(allowed, mail.mailboxesOf(snapshot, order.email)))
                        .orElse(true),
                dispatch.address(snapshot, order.identity));
    }

    /** Checks the values of the properties of a submission that will not be made. */
    public static void check(Map<String, @Nullable Object> given) {
        Order.of(given);
    }

    /** What a client wants to send. */
    private record Order(long identity, long email, Optional<String> blob, Optional<Envelope> envelope) {

        static Order of(Map<String, @Nullable Object> given) {
            PropertyErrors errors = new PropertyErrors();
            Optional<String> blob = Optional.ofNullable(given.get("blobId")).map(String::valueOf);
            Optional<Long> identity = errors.check(() -> number(given, "identityId", Identity.LETTER));
            Optional<Long> email =
                    errors.check(() -> blob.isPresent() ? 0L : number(given, "emailId", MailStore.LETTER));
            Optional<Envelope> envelope =
                    Optional.ofNullable(given.get("envelope")).flatMap(value -> errors.check(() -> Envelope.of(value)));
            errors.throwIfAny();
            return new Order(identity.orElseThrow(), email.orElseThrow(), blob, envelope);
        }

        private static long number(Map<String, @Nullable Object> given, String name, char letter) {
            OptionalLong number = ObjectId.parse(letter, PROPERTIES.string(name, given.get(name)));
            return number.orElseThrow(
                    () -> SetError.invalidProperty(name, "The value must be the id of an object of the account."));
        }
    }

    /**
     * What was read in one snapshot.
     *
     * @param held the email that the client names; null if the caller sees no such email
     * @param maySend whether the caller may send the emails of one of its mailboxes
     * @param address the address of the identity
     */
    private record Found(MailStore.@Nullable StoredEmail held, boolean maySend, Optional<String> address) {}

    /**
     * Returns the bytes of the email. The caller must be able to see the email, so that the caller cannot read a message by
     * sending it, and must have the right to send the emails of one of its mailboxes.
     */
    private StoredBlob message(Requester requester, Found found) {
        if (found.held() == null
                || requester.accessible().accessTo(MailStore.CAPABILITY).isEmpty()) {
            throw SetError.invalidProperty("emailId", "There is no such Email in the account.");
        }
        if (!found.maySend()) {
            throw new SetError("forbiddenToSend", "You may not send the emails of this mailbox for its owner.");
        }
        return blobs.find(requester.accessible().account(), found.held().blob())
                .orElseThrow(() -> SetError.invalidProperty("emailId", "The data of the message is missing."));
    }

    private StoredBlob blob(Requester requester, String id) {
        if (SendingRights.mailboxes(requester.accessible()).isPresent()) {
            throw new SetError("forbiddenToSend", "For another user, you can only send emails of a mailbox.");
        }
        try {
            return blobAccess
                    .find(requester.caller(), requester.accessible(), id)
                    .orElseThrow(() -> SetError.invalidProperty("blobId", "There is no such blob. Upload it first."));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

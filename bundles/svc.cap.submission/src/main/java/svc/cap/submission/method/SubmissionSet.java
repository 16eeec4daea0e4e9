package svc.cap.submission.method;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.jmap.PatchObject;
import svc.api.jmap.SetError;
import svc.api.jmap.type.SetBatch;
import svc.api.jmap.type.SetPortions;
import svc.api.json.Json;
import svc.api.store.BackgroundTask;
import svc.api.store.Scope;
import svc.api.store.Transaction;
import svc.cap.submission.send.MessageSubmitter;
import svc.cap.submission.send.SubmissionPreparation;
import svc.cap.submission.submission.DeliveryStatusRecorder;
import svc.cap.submission.submission.EmailDeliveryStatus;
import svc.cap.submission.submission.Submission;
import svc.cap.submission.submission.SubmissionJson;
import svc.cap.submission.submission.SubmissionRows;

/** Executes {@code EmailSubmission/set} (RFC 8621 §7.5). Thread-safe. */
@Component(service = SubmissionSet.class)
public final class SubmissionSet {

    private static final String UNDO_STATUS = "undoStatus";
    private static final String ONLY_CANCELED = "It can only be changed to canceled.";

    /**
     * The maximum number of changes in one transaction. It is small because each create also adds a message to the
     * queue.
     */
    private static final int PORTION = 10;

    private final SubmissionPreparation orders;
    private final MessageSubmitter dispatch;
    private final AccountBlobs blobs;
    private final SubmissionJson members;

    @Activate
    public SubmissionSet(
            @Reference SubmissionPreparation orders,
            @Reference MessageSubmitter dispatch,
            @Reference AccountBlobs blobs,
            @Reference Json json) {
        this.orders = orders;
        this.dispatch = dispatch;
        this.blobs = blobs;
        this.members = new SubmissionJson(json);
    }

    /**
     * Checks the submissions to create, and writes their outgoing messages. Opens its own reads, so the caller must not
     * be in a transaction.
     */
    void collect(Scope scope, SetBatch batch) {
        OnSuccessEmailSet.check(batch.context().extraArguments());
        SubmissionPreparation.Requester requester = new SubmissionPreparation.Requester(
                scope, batch.context().reach(), batch.context().caller());
        batch.creates()
                .forEach(create -> create.attempt(() -> {
                    if (create.properties().get(UNDO_STATUS) != null) {
                        create.reject(SetError.invalidProperty(UNDO_STATUS, "It can only be set in an update."));
                    }
                    if (create.hasInvalidProperties()) {
                        SubmissionPreparation.check(create.properties());
                    } else {
                        create.attach(orders.prepare(requester, create.properties(), batch.now(), Duration.ZERO));
                    }
                }));
    }

    /** Checks the updates that no submission accepts, so that their errors name all invalid properties. */
    void validate(SetBatch batch) {
        batch.updates().forEach(update -> {
            Map<String, @Nullable Object> patch = update.patch();
            if (patch.containsKey(UNDO_STATUS) && !Submission.Undo.isWord(patch.get(UNDO_STATUS))) {
                update.reject(SetError.invalidProperty(UNDO_STATUS, ONLY_CANCELED));
            }
        });
    }

    /**
     * Applies creates, updates and destroys in this transaction as long as {@code pace} allows. Returns whether changes
     * are left.
     */
    boolean applySome(Transaction tx, SetBatch batch, BackgroundTask.Pace pace) {
        return new SetPortions(batch, PORTION).make(pace, portion -> apply(tx, portion));
    }

    private void apply(Transaction tx, SetPortions.Portion portion) {
        portion.creates().forEach(create -> create.attempt(() -> create(tx, create)));
        Map<Long, Submission> existing = SubmissionRows.find(tx.sql(), portion.numbers());
        portion.updates().forEach(update -> update.attempt(() -> update(tx, existing.get(update.n()), update)));
        portion.destroys().forEach(destroy -> destroy.attempt(() -> destroy(tx, existing.get(destroy.n()), destroy)));
    }

    private void create(Transaction tx, SetBatch.Create create) {
        Submission submission = dispatch.submit(
                tx, (MessageSubmitter.PreparedSubmission) create.attachment().orElseThrow());
        Map<String, @Nullable Object> others = members(tx, submission);
        others.keySet().removeAll(List.of("identityId", "emailId"));
        create.created(submission.n(), others);
    }

    private void update(Transaction tx, @Nullable Submission before, SetBatch.Update update) {
        if (before == null) {
            throw SetError.notFound();
        }
        update.attach(before);
        Map<String, @Nullable Object> given = PatchObject.of(update.patch()).whole();
        if (before.undo()
                .word()
                .equals(given.getOrDefault(UNDO_STATUS, before.undo().word()))) {
            update.updated(Map.of(), Set.of());
            return;
        }
        if (!"canceled".equals(given.get(UNDO_STATUS))) {
            throw SetError.invalidProperty(UNDO_STATUS, ONLY_CANCELED);
        }
        dispatch.cancel(tx, before);
        update.updated(Map.of(), Set.of(UNDO_STATUS, "deliveryStatus"));
    }

    private void destroy(Transaction tx, @Nullable Submission before, SetBatch.Destroy destroy) {
        if (before == null) {
            throw SetError.notFound();
        }
        destroy.attach(before);
        SubmissionRows.recipientStatus(tx.sql(), List.of(before.n()))
                .values()
                .forEach(status -> status.blobs()
                        .forEach(id -> BlobId.parse(id)
                                .ifPresent(blob ->
                                        blobs.removeReference(tx, blob, DeliveryStatusRecorder.owner(before.n())))));
        SubmissionRows.delete(tx.sql(), before.n());
        tx.logDestroyed(Submission.TYPE, before.n());
        EmailDeliveryStatus.changed(tx, before);
        destroy.destroyed();
    }

    private Map<String, @Nullable Object> members(Transaction tx, Submission one) {
        return members.of(
                one,
                Objects.requireNonNull(SubmissionRows.recipientStatus(tx.sql(), List.of(one.n()))
                        .get(one.n())));
    }
}

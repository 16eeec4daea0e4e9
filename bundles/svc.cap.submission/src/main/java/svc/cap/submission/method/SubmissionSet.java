package svc.cap.submission;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobId;
import svc.api.blob.Blobs;
import svc.api.jmap.SetBatch;
import svc.api.jmap.SetError;
import svc.api.json.Json;
import svc.api.store.Scope;
import svc.api.store.Transaction;

/** EmailSubmission/set (RFC 8621 §7.5). Any thread. */
@Component(service = SubmissionChanges.class)
public final class SubmissionChanges {

    private static final Set<String> SENT = Set.of("identityId", "emailId", "envelope");

    private final Orders orders;
    private final Dispatch dispatch;
    private final Blobs blobs;
    private final SubmissionMembers members;

    /** Sends by this. */
    @Activate
    public SubmissionChanges(
            @Reference Orders orders, @Reference Dispatch dispatch, @Reference Blobs blobs, @Reference Json json) {
        this.orders = orders;
        this.dispatch = dispatch;
        this.blobs = blobs;
        this.members = new SubmissionMembers(json);
    }

    /** Checks and writes what shall be sent; outside any work of the store. */
    void gather(Scope scope, SetBatch batch) {
        FollowingEmails.check(batch.more());
        Orders.Asking asking = new Orders.Asking(scope, batch.reach(), batch.caller());
        batch.creates()
                .forEach(create -> create.attempt(() -> {
                    Map<String, @Nullable Object> given = create.properties();
                    List<String> others = given.keySet().stream()
                            .filter(name -> !SENT.contains(name))
                            .toList();
                    if (!others.isEmpty()) {
                        throw SetError.invalidProperties(
                                others, "A new EmailSubmission has identityId, emailId and envelope.");
                    }
                    create.keep(orders.ready(asking, given, batch.now(), Duration.ZERO));
                }));
    }

    /** Makes the changes. */
    void apply(Transaction tx, SetBatch batch) {
        batch.creates().forEach(create -> create.attempt(() -> create(tx, create)));
        List<Long> numbers = new ArrayList<>();
        batch.updates().forEach(update -> numbers.add(update.n()));
        batch.destroys().forEach(destroy -> numbers.add(destroy.n()));
        Map<Long, Submission> there = SubmissionRows.among(tx.sql(), numbers);
        batch.updates().forEach(update -> update.attempt(() -> update(tx, there.get(update.n()), update)));
        batch.destroys().forEach(destroy -> destroy.attempt(() -> destroy(tx, there.get(destroy.n()), destroy)));
    }

    private void create(Transaction tx, SetBatch.Create create) {
        Submission submission = dispatch.take(tx, (Dispatch.Ready) create.kept().orElseThrow());
        Map<String, @Nullable Object> others = members(tx, submission);
        others.keySet().removeAll(List.of("identityId", "emailId"));
        create.done(submission.n(), others);
    }

    private void update(Transaction tx, @Nullable Submission before, SetBatch.Update update) {
        if (before == null) {
            throw SetError.notFound();
        }
        update.keep(before);
        Map<String, @Nullable Object> same = members(tx, before);
        Map<String, @Nullable Object> different = new HashMap<>(update.patch());
        different
                .entrySet()
                .removeIf(one ->
                        same.containsKey(one.getKey()) && Objects.equals(same.get(one.getKey()), one.getValue()));
        if (different.isEmpty()) {
            update.done(Map.of(), Set.of());
            return;
        }
        if (!different.keySet().equals(Set.of("undoStatus")) || !"canceled".equals(different.get("undoStatus"))) {
            throw SetError.invalidProperties(
                    different.keySet(), "Of an EmailSubmission only undoStatus changes, and only to canceled.");
        }
        dispatch.recall(tx, before);
        update.done(Map.of(), Set.of("undoStatus", "deliveryStatus"));
    }

    private void destroy(Transaction tx, @Nullable Submission before, SetBatch.Destroy destroy) {
        if (before == null) {
            throw SetError.notFound();
        }
        destroy.keep(before);
        SubmissionRows.fares(tx.sql(), List.of(before.n()))
                .values()
                .forEach(fares -> fares.blobs()
                        .forEach(id -> BlobId.parse(id)
                                .ifPresent(blob -> blobs.release(tx, blob, SubmissionFates.owner(before.n())))));
        SubmissionRows.delete(tx.sql(), before.n());
        tx.destroyed(Submission.TYPE, before.n());
        SentMail.changed(tx, before);
        destroy.done();
    }

    private Map<String, @Nullable Object> members(Transaction tx, Submission one) {
        return members.of(
                one,
                Objects.requireNonNull(
                        SubmissionRows.fares(tx.sql(), List.of(one.n())).get(one.n())));
    }
}

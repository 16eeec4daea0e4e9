package svc.core.records;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.blob.OverQuotaException;
import svc.api.jmap.CallContext;
import svc.api.jmap.MethodError;
import svc.api.jmap.PropertyErrors;
import svc.api.jmap.SetError;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/**
 * The references from objects to blobs.
 *
 * @param service returns the blobs of accounts; null while they are not available
 */
public record RecordBlobs(Supplier<@Nullable AccountBlobs> service) {

    private AccountBlobs blobs() {
        AccountBlobs blobs = service.get();
        if (blobs == null) {
            throw new MethodError("serverUnavailable", "Blobs are not available at present. Try again later.");
        }
        return blobs;
    }

    /** Rejects new blob ids that the caller does not see, and references that would exceed the quota. */
    <T extends Record> void check(
            Snapshot snapshot,
            RecordModel<T> model,
            CallContext context,
            @Nullable RecordVersion<T> before,
            RecordVersion<T> after,
            PropertyErrors errors) {
        if (!model.codec().refersToBlobs()) {
            return;
        }
        Set<String> added = new LinkedHashSet<>(model.codec().blobIds(after.values()));
        if (before != null) {
            added.removeAll(model.codec().blobIds(before.values()));
        }
        Collection<BlobId> ids = parsed(added).values();
        if (added.isEmpty()) {
            return;
        }
        Set<String> visible = new HashSet<>();
        blobs().visible(snapshot, context.caller(), context.reach(), ids).forEach(id -> visible.add(id.toString()));
        added.removeAll(visible);
        model.codec()
                .properties()
                .forEach((name, property) -> property.blobIds(after.values().get(name), id -> {
                    if (added.contains(id)) {
                        errors.add(name, "The property " + name + " refers to a blob that does not exist.");
                    }
                }));
        blobs().exceedingQuota(snapshot, ids).values().stream().findFirst().ifPresent(e -> {
            throw SetError.overQuota(e.messageFor(context.reach()));
        });
    }

    private static Map<String, BlobId> parsed(Collection<String> ids) {
        Map<String, BlobId> parsed = new LinkedHashMap<>();
        ids.forEach(id -> BlobId.parse(id).ifPresent(blob -> parsed.put(id, blob)));
        return parsed;
    }

    /** Moves the references of an object from the blobs of its version before a change to those after it. */
    <T extends Record> void moved(
            Transaction tx,
            RecordModel<T> model,
            long n,
            @Nullable RecordVersion<T> before,
            @Nullable RecordVersion<T> after) {
        if (!model.codec().refersToBlobs()) {
            return;
        }
        AccountBlobs.BlobReference owner = new AccountBlobs.BlobReference(
                model.name(), n, model.descriptor().idPrefix());
        Map<String, BlobId> old =
                parsed(before == null ? Set.of() : model.codec().blobIds(before.values()));
        Map<String, BlobId> now =
                parsed(after == null ? Set.of() : model.codec().blobIds(after.values()));
        now.forEach((text, id) -> {
            if (!old.containsKey(text) && !added(tx, id, owner)) {
                throw new IllegalStateException("the account does not hold the blob " + text);
            }
        });
        old.forEach((text, id) -> {
            if (!now.containsKey(text)) {
                blobs().removeReference(tx, id, owner);
            }
        });
    }

    private boolean added(Transaction tx, BlobId id, AccountBlobs.BlobReference owner) {
        try {
            return blobs().addReference(tx, id, owner);
        } catch (OverQuotaException e) {
            throw new IllegalStateException("the account has no room for the blob " + id, e);
        }
    }
}

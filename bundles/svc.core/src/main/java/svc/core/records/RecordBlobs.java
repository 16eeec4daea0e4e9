package svc.core.records;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobAccess;
import svc.api.blob.BlobId;
import svc.api.blob.OverQuotaException;
import svc.api.jmap.CallContext;
import svc.api.jmap.MethodError;
import svc.api.jmap.PropertyErrors;
import svc.api.jmap.SetError;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/** The references from objects to blobs. Thread-safe. */
public final class RecordBlobs {

    private final Supplier<@Nullable AccountBlobs> blobs;
    private final Supplier<@Nullable BlobAccess> access;

    /**
     * Creates the references.
     *
     * @param blobs returns the blobs of accounts; null while they are not available
     * @param access returns the access to blobs; null while it is not available
     */
    public RecordBlobs(Supplier<@Nullable AccountBlobs> blobs, Supplier<@Nullable BlobAccess> access) {
        this.blobs = blobs;
        this.access = access;
    }

    AccountBlobs service() {
        AccountBlobs service = blobs.get();
        if (service == null) {
            throw new MethodError("serverUnavailable", "Blobs are not available at present. Try again later.");
        }
        return service;
    }

    /**
     * Stores the blobs to which a client refers and that exist only as a part of another blob. Must be called outside
     * the store.
     *
     * @param properties the properties, or the patch
     */
    <T extends Record> void load(RecordModel<T> model, CallContext context, Map<String, @Nullable Object> properties) {
        BlobAccess stored = access.get();
        if (stored == null) {
            return;
        }
        Set<String> ids = new LinkedHashSet<>();
        properties.forEach((path, value) -> {
            RecordProperty property = model.codec().properties().get(path.split("/", 2)[0]);
            if (property != null && property.refersToBlobs()) {
                addTexts(value, ids);
            }
        });
        for (BlobId id : parsed(ids).values()) {
            try {
                stored.stored(context.caller(), context.reach(), id.toString());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void addTexts(@Nullable Object value, Set<String> texts) {
        if (value instanceof String text) {
            texts.add(text);
        } else if (value instanceof Collection<?> list) {
            list.forEach(element -> addTexts(element, texts));
        } else if (value instanceof Map<?, ?> map) {
            map.values().forEach(element -> addTexts(element, texts));
        }
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
        service().visible(snapshot, context.caller(), context.reach(), ids).forEach(id -> visible.add(id.toString()));
        added.removeAll(visible);
        model.codec()
                .properties()
                .forEach((name, property) -> property.blobIds(after.values().get(name), id -> {
                    if (added.contains(id)) {
                        errors.add(name, "The property " + name + " refers to a blob that does not exist.");
                    }
                }));
        service().exceedingQuota(snapshot, ids).values().stream().findFirst().ifPresent(e -> {
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
                service().removeReference(tx, id, owner);
            }
        });
    }

    private boolean added(Transaction tx, BlobId id, AccountBlobs.BlobReference owner) {
        try {
            return service().addReference(tx, id, owner);
        } catch (OverQuotaException e) {
            throw new IllegalStateException("the account has no room for the blob " + id, e);
        }
    }
}

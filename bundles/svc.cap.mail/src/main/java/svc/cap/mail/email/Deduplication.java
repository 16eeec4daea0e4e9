package svc.cap.mail;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.api.blob.Blobs;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.api.store.Transaction;

/**
 * Messages that come in only where the account has none of the same bytes yet (RFC 8621 §4.8). Those of one call are looked at in
 * their order: the first comes in, and the others are told its id. For one thread.
 */
final class Doubles {

    private final Incoming.Batch batch;

    /** By the creation id of one that stays outside that of the one with its bytes that comes in. */
    private final Map<String, String> twins = new LinkedHashMap<>();

    private Doubles(Incoming.Batch batch) {
        this.batch = batch;
    }

    /** Takes out those that are there already. */
    static Doubles in(Transaction tx, Blobs blobs, Incoming.Batch batch) {
        Doubles doubles = new Doubles(batch);
        if (batch.once().stream().anyMatch(batch.ready()::containsKey)) {
            doubles.take(doubles.there(tx, blobs));
        }
        return doubles;
    }

    private Map<BlobId, Long> there(Transaction tx, Blobs blobs) {
        Set<BlobId> brought = new LinkedHashSet<>();
        batch.ready().forEach((key, entry) -> {
            if (batch.once().contains(key)) {
                brought.add(entry.arrival().blob());
            }
        });
        Map<BlobId, Long> there = new HashMap<>();
        blobs.owners(tx, brought, Set.of(Email.TYPE))
                .forEach((blob, owners) -> owners.forEach(owner -> there.merge(blob, owner.n(), Math::min)));
        return there;
    }

    private void take(Map<BlobId, Long> there) {
        Map<BlobId, String> first = new HashMap<>();
        for (Map.Entry<String, Email.Entry> one : List.copyOf(batch.ready().entrySet())) {
            String key = one.getKey();
            BlobId blob = one.getValue().arrival().blob();
            boolean once = batch.once().contains(key);
            if (once && there.containsKey(blob)) {
                batch.refuse(key, exists(requireNonNull(there.get(blob))));
            } else if (once && first.containsKey(blob)) {
                batch.ready().remove(key);
                twins.put(key, requireNonNull(first.get(blob)));
            } else {
                first.putIfAbsent(blob, key);
            }
        }
    }

    /** Says of those that stay outside for one of the same call what became of that one. */
    void close(List<Email.Added> added) {
        List<String> keys = List.copyOf(batch.ready().keySet());
        twins.forEach((key, first) -> {
            int place = keys.indexOf(first);
            Map<String, @Nullable Object> why = place < 0
                    ? requireNonNull(batch.refused().get(first))
                    : exists(added.get(place).n()).members();
            batch.refused().put(key, why);
        });
    }

    private static SetError exists(long n) {
        return new SetError(
                "alreadyExists",
                "The account has a message of these bytes.",
                Map.of("existingId", ObjectId.text(Email.LETTER, n)));
    }
}

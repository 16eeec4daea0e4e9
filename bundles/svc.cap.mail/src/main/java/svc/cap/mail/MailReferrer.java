package svc.cap.mail;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import svc.api.blob.BlobId;
import svc.api.blob.BlobReferrer;
import svc.api.blob.Blobs;
import svc.api.blob.Blobs.Owner;
import svc.api.identity.Caller;
import svc.api.identity.Reach;
import svc.api.store.Snapshot;

/**
 * Which objects of a type of mail refer to a blob (RFC 9404 §4.3): a message to its own bytes and to those of its parts; a thread
 * and a mailbox to what messages in them refer to.
 */
abstract class MailReferrer implements BlobReferrer {

    private final Blobs blobs;

    MailReferrer(Blobs blobs) {
        this.blobs = blobs;
    }

    /** The objects of the type for each of some messages. */
    abstract Map<Long, List<Owner>> of(Snapshot snapshot, Collection<Long> messages);

    @Override
    public String capability() {
        return MailCapability.URN;
    }

    @Override
    public Map<BlobId, Set<Owner>> owners(Snapshot snapshot, Caller caller, Reach reach, Collection<BlobId> ids) {
        Map<BlobId, Set<Long>> messages = new HashMap<>();
        blobs.owners(snapshot, ids, Set.of(Email.TYPE))
                .forEach((id, owners) ->
                        owners.forEach(owner -> messages.computeIfAbsent(id, some -> new LinkedHashSet<>())
                                .add(owner.n())));
        PartRows.of(snapshot.sql(), ids)
                .forEach(place -> messages.computeIfAbsent(place.blob(), some -> new LinkedHashSet<>())
                        .add(place.n()));
        Set<Long> all = new LinkedHashSet<>();
        messages.values().forEach(all::addAll);
        Map<Long, List<Owner>> objects = of(snapshot, all);
        Map<BlobId, Set<Owner>> owners = new HashMap<>();
        messages.forEach((id, some) -> some.forEach(n ->
                owners.computeIfAbsent(id, none -> new LinkedHashSet<>()).addAll(objects.getOrDefault(n, List.of()))));
        return owners;
    }

    /** Those that a query of two columns, the message and the object, finds. */
    static Map<Long, List<Owner>> owners(
            Snapshot snapshot, String query, Collection<Long> messages, LongFunction<Owner> owner) {
        Map<Long, List<Owner>> owners = new HashMap<>();
        snapshot.sql()
                .selectAmong(
                        query,
                        messages,
                        row -> owners.computeIfAbsent(row.number(1), n -> new ArrayList<>())
                                .add(owner.apply(row.number(2))));
        return owners;
    }
}

package svc.cap.mail;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private final String type;
    private final char letter;
    private final Holders holders;

    MailReferrer(Blobs blobs, String type, char letter, Holders holders) {
        this.blobs = blobs;
        this.type = type;
        this.letter = letter;
        this.holders = holders;
    }

    /** Tells which objects of the type refer to what each of some messages refers to. */
    @FunctionalInterface
    interface Holders {

        /** Their numbers, by the message's. */
        Map<Long, List<Long>> of(Snapshot snapshot, Collection<Long> messages);

        /** Those that a query of two columns, the message and the object, finds. */
        static Holders found(String query) {
            return (snapshot, messages) -> {
                Map<Long, List<Long>> found = new HashMap<>();
                snapshot.sql()
                        .selectAmong(
                                query,
                                messages,
                                row -> found.computeIfAbsent(row.number(1), n -> new ArrayList<>())
                                        .add(row.number(2)));
                return found;
            };
        }
    }

    @Override
    public String type() {
        return type;
    }

    @Override
    public String capability() {
        return MailCapability.URN;
    }

    @Override
    public boolean keeps() {
        return type.equals(Email.TYPE);
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
        Map<Long, List<Long>> objects = holders.of(snapshot, all);
        Map<BlobId, Set<Owner>> owners = new HashMap<>();
        messages.forEach((id, some) -> {
            Set<Owner> referring = owners.computeIfAbsent(id, none -> new LinkedHashSet<>());
            some.forEach(n -> objects.getOrDefault(n, List.of())
                    .forEach(object -> referring.add(new Owner(type, object, letter))));
        });
        return owners;
    }
}

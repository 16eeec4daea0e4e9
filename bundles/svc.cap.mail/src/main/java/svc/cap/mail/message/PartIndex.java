package svc.cap.mail;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobId;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.Writing;
import svc.cap.mail.PartRows.Place;
import svc.mime.Message;
import svc.mime.Part;

/**
 * Says of an account in which messages parts are found, anew from the messages' structure: adds rows that are missing and removes
 * those that are wrong. What is right is not written again. Any thread.
 */
@Component(service = PartIndex.class)
public final class PartIndex {

    private static final int AT_ONCE = 100;

    private final Store store;

    /** Of what is kept here. */
    @Activate
    public PartIndex(@Reference Store store) {
        this.store = store;
    }

    /**
     * What is wrong about some messages.
     *
     * @param last the last of them; the greatest number of all when there are no more
     * @param wanted the rows that there should be of those whose rows are others
     */
    private record Gap(long last, Map<Long, List<Arrival.Part>> wanted) {}

    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    private record Known(long n, BlobId whole, byte[] structure) {}

    /** The blobs that can be found in a message, each in one place, and not the message itself. */
    static List<Arrival.Part> parts(Message message, BlobId whole) {
        Map<BlobId, Arrival.Part> parts = new LinkedHashMap<>();
        for (Part part : message.leaves(true)) {
            byte[] hash = part.sha256();
            if (hash != null && part.id() != null) {
                parts.putIfAbsent(BlobId.of(hash), new Arrival.Part(hash, part.id()));
            }
        }
        parts.remove(whole);
        return new ArrayList<>(parts.values());
    }

    /** Goes through all messages of an account. */
    void renew(Scope scope) {
        long after = 0;
        while (after != Long.MAX_VALUE) {
            long from = after;
            Gap gap = store.read(scope, snapshot -> gap(snapshot, from));
            if (!gap.wanted().isEmpty()) {
                store.write(
                        scope, Writing.named("svc.cap.mail: renew the index of parts", tx -> renew(tx, gap.wanted())));
            }
            after = gap.last();
        }
    }

    private static Gap gap(Snapshot snapshot, long after) {
        List<Known> known = snapshot.sql()
                .select(
                        "SELECT n, blob, structure FROM email_text WHERE account = :account AND n > ? ORDER BY n LIMIT "
                                + AT_ONCE,
                        row -> new Known(
                                row.number(1), BlobId.of(requireNonNull(row.bytes(2))), requireNonNull(row.bytes(3))),
                        after);
        long last = known.size() < AT_ONCE
                ? Long.MAX_VALUE
                : known.get(known.size() - 1).n();
        Map<Long, Set<Place>> rows = PartRows.between(snapshot.sql(), after, last);
        Map<Long, List<Arrival.Part>> wanted = new HashMap<>();
        for (Known message : known) {
            List<Arrival.Part> parts =
                    parts(new Message(Structure.decode(message.structure()), 0, Map.of()), message.whole());
            Set<Place> there = rows.remove(message.n());
            if (!places(message.n(), parts).equals(there == null ? Set.of() : there)) {
                wanted.put(message.n(), parts);
            }
        }
        rows.keySet().forEach(n -> wanted.put(n, List.of()));
        return new Gap(last, wanted);
    }

    private static Set<Place> places(long n, List<Arrival.Part> parts) {
        Set<Place> places = new HashSet<>();
        parts.forEach(part -> places.add(new Place(BlobId.of(part.hash()), n, part.path())));
        return places;
    }

    /** What was destroyed meanwhile gets no rows. */
    private static boolean renew(Transaction tx, Map<Long, List<Arrival.Part>> wanted) {
        PartRows.remove(tx, wanted.keySet());
        Map<Long, List<Arrival.Part>> living = new HashMap<>(wanted);
        living.keySet()
                .retainAll(new LinkedHashSet<>(tx.sql()
                        .selectAmong(
                                "SELECT n FROM email_text WHERE account = :account AND n IN (??)",
                                wanted.keySet(),
                                row -> row.number(1))));
        PartRows.insert(tx, living);
        return true;
    }
}

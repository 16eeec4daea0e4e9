package svc.cap.mail.message;

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
import svc.api.store.TransactionCallback;
import svc.cap.mail.message.PartRows.Place;
import svc.mime.Message;
import svc.mime.Part;

/**
 * Rebuilds the table {@code part} of an account from the stored body structures. Missing rows are added, wrong rows are
 * removed, and correct rows are not written again. Thread-safe.
 */
@Component(service = PartIndex.class)
public final class PartIndex {

    private static final int AT_ONCE = 100;

    private final Store store;

    @Activate
    public PartIndex(@Reference Store store) {
        this.store = store;
    }

    /**
     * The result of checking the rows of some emails.
     *
     * @param last the number of the last checked email; {@link Long#MAX_VALUE} if no further emails follow
     * @param wanted the correct parts of the emails whose rows are wrong
     */
    private record Repair(long last, Map<Long, List<ParsedMessage.Part>> wanted) {}

    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    private record Known(long n, BlobId whole, byte[] structure) {}

    /** Returns the blobs that can be extracted from a message, each blob once. The message itself is not included. */
    static List<ParsedMessage.Part> parts(Message message, BlobId whole) {
        Map<BlobId, ParsedMessage.Part> parts = new LinkedHashMap<>();
        for (Part part : message.leaves(true)) {
            byte[] hash = part.sha256();
            if (hash != null && part.id() != null) {
                parts.putIfAbsent(BlobId.of(hash), new ParsedMessage.Part(hash, part.id()));
            }
        }
        parts.remove(whole);
        return new ArrayList<>(parts.values());
    }

    /** Checks the rows of all emails of an account, and corrects wrong rows. */
    void update(Scope scope) {
        long after = 0;
        while (after != Long.MAX_VALUE) {
            long from = after;
            Repair gap = store.read(scope, snapshot -> gap(snapshot, from));
            if (!gap.wanted().isEmpty()) {
                store.write(
                        scope,
                        TransactionCallback.named(
                                "svc.cap.mail: update the part index", tx -> update(tx, gap.wanted())));
            }
            after = gap.last();
        }
    }

    private static Repair gap(Snapshot snapshot, long after) {
        List<Known> known = snapshot.sql()
                .select(
                        "SELECT n, blob, structure FROM email_text WHERE account = :account AND n > ? ORDER BY n LIMIT "
                                + AT_ONCE,
                        row -> new Known(
                                row.getLong(1),
                                BlobId.of(requireNonNull(row.getBytes(2))),
                                requireNonNull(row.getBytes(3))),
                        after);
        long last = known.size() < AT_ONCE
                ? Long.MAX_VALUE
                : known.get(known.size() - 1).n();
        Map<Long, Set<Place>> rows = PartRows.between(snapshot.sql(), after, last);
        Map<Long, List<ParsedMessage.Part>> wanted = new HashMap<>();
        for (Known message : known) {
            List<ParsedMessage.Part> parts =
                    parts(new Message(BodyStructureCodec.decode(message.structure()), 0, Map.of()), message.whole());
            Set<Place> existing = rows.remove(message.n());
            if (!places(message.n(), parts).equals(existing == null ? Set.of() : existing)) {
                wanted.put(message.n(), parts);
            }
        }
        rows.keySet().forEach(n -> wanted.put(n, List.of()));
        return new Repair(last, wanted);
    }

    private static Set<Place> places(long n, List<ParsedMessage.Part> parts) {
        Set<Place> places = new HashSet<>();
        parts.forEach(part -> places.add(new Place(BlobId.of(part.hash()), n, part.path())));
        return places;
    }

    /** Corrects the rows of some emails. Emails that were destroyed in the meantime get no rows. */
    private static boolean update(Transaction tx, Map<Long, List<ParsedMessage.Part>> wanted) {
        PartRows.remove(tx, wanted.keySet());
        Map<Long, List<ParsedMessage.Part>> live = new HashMap<>(wanted);
        live.keySet()
                .retainAll(new LinkedHashSet<>(tx.sql()
                        .selectIn(
                                "SELECT n FROM email_text WHERE account = :account AND n IN (??)",
                                wanted.keySet(),
                                row -> row.getLong(1))));
        PartRows.insert(tx, live);
        return true;
    }
}

package svc.blobs.files.pack;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.blobs.files.pack.PackRows.PackedBlob;

/** Reads a pack from its beginning to its end, together with the rows of its entries. Thread-safe. */
final class PackWalk {

    private static final int PORTION = 256;

    private final PackReader reader;
    private final Store store;

    PackWalk(PackReader reader, Store store) {
        this.reader = reader;
        this.store = store;
    }

    /**
     * An entry.
     *
     * @param row the blob that has this place; empty if no blob has it
     */
    record Found(PackEntry entry, Place place, Optional<PackedBlob> row) {

        /** Returns the blob of the header. */
        PackedBlob blob() {
            return entry.blob(place);
        }
    }

    /** A function that receives the entries of a pack in portions, in their order. */
    interface Visitor {
        void entries(List<Found> portion) throws IOException;

        /** Receives a part of the pack without an intact header. */
        default void gap(long from, long to) throws IOException {}
    }

    void walk(int pack, Visitor visitor) throws IOException {
        List<Found> waiting = new ArrayList<>();
        reader.scan(pack, 0, new PackReader.Visitor() {
            @Override
            public void entry(PackEntry entry, Place place) throws IOException {
                waiting.add(new Found(entry, place, Optional.empty()));
                if (waiting.size() == PORTION) {
                    pass(waiting, visitor);
                }
            }

            @Override
            public void gap(long from, long to) throws IOException {
                visitor.gap(from, to);
            }
        });
        if (!waiting.isEmpty()) {
            pass(waiting, visitor);
        }
    }

    private void pass(List<Found> waiting, Visitor visitor) throws IOException {
        long first = waiting.get(0).place().number();
        long last = waiting.get(waiting.size() - 1).place().number();
        Map<Long, PackedBlob> rows = new HashMap<>();
        store.read(Scope.system(), snapshot -> PackRows.between(snapshot.sql(), first, last + 1, Integer.MAX_VALUE))
                .forEach(blob -> rows.put(blob.place().number(), blob));
        List<Found> portion = new ArrayList<>();
        for (Found found : waiting) {
            Optional<PackedBlob> row =
                    Optional.ofNullable(rows.get(found.place().number()));
            portion.add(new Found(found.entry(), found.place(), row));
        }
        waiting.clear();
        visitor.entries(portion);
    }
}

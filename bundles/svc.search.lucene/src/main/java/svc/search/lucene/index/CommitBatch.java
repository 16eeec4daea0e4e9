package svc.search.lucene.index;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import svc.api.store.Changes;
import svc.api.store.Snapshot;
import svc.api.store.State;
import svc.search.lucene.analysis.IndexedType;

/**
 * The changes of one commit to an index.
 *
 * @param anew whether all documents are deleted first
 * @param put the objects whose texts are read and indexed
 * @param remove the objects to remove from the index
 * @param rows the number of changes
 * @param next the watermark after the commit
 * @param renews whether the objects are reindexed although they have not changed
 * @param last whether the index is up to date with the snapshot after the commit
 */
public record CommitBatch(
        boolean anew, List<Long> put, List<Long> remove, int rows, Watermark next, boolean renews, boolean last) {

    /**
     * The maximum number of objects that are removed because they were created and destroyed while the index was built.
     */
    private static final int GHOSTS = 100_000;

    /** Returns the next batch; empty if the index is up to date with the snapshot. */
    public static Optional<CommitBatch> of(Snapshot snapshot, IndexedType texts, Watermark watermark, int most) {
        State now = snapshot.state(texts.type());
        int edition = texts.source().version();
        if (watermark.covers(now, edition)) {
            return Optional.empty();
        }
        Optional<State> known = watermark.state().filter(state -> state.epoch() == now.epoch());
        if (known.isEmpty() || watermark.edition() != edition) {
            return Optional.of(build(snapshot, texts, true, new Watermark(Optional.of(now), 0, edition), most));
        } else if (watermark.building()) {
            return Optional.of(build(snapshot, texts, false, watermark, most));
        }
        Optional<Changes> changes = snapshot.changes(texts.type(), known.get(), most);
        return Optional.of(
                changes.isPresent()
                        ? follow(snapshot, texts, watermark, known.get(), changes.get())
                        : build(snapshot, texts, true, new Watermark(Optional.of(now), 0, edition), most));
    }

    /**
     * Returns the next batch of objects to reindex on request. The index must be up to date with the snapshot, so that
     * destroyed objects are removed by the changes of the log.
     */
    static Optional<CommitBatch> renewing(Snapshot snapshot, IndexedType texts, Watermark watermark, int most) {
        ReindexRequest renewal = watermark.renewal();
        if (renewal.none()) {
            return Optional.empty();
        }
        List<Long> put = renewal.some().isEmpty()
                ? texts.source().numbers(snapshot, renewal.after().orElse(0), most)
                : renewal.some().subList(0, Math.min(most, renewal.some().size()));
        Watermark next = watermark.renewing(renewal.without(put, put.size() < most));
        return Optional.of(new CommitBatch(
                false, put, List.of(), put.size(), next, true, next.renewal().none()));
    }

    /**
     * Returns the next batch of a build. The number of an object is also the position of its creation in the change
     * log. Objects that were created after the state of the watermark are left out, because later batches get them from
     * the change log.
     */
    private static CommitBatch build(Snapshot snapshot, IndexedType texts, boolean anew, Watermark from, int most) {
        long newest = from.state().orElseThrow().sequence();
        List<Long> numbers = texts.source().numbers(snapshot, from.built(), most);
        List<Long> put = numbers.stream().filter(n -> n <= newest).toList();
        boolean last = numbers.size() < most || put.size() < numbers.size();
        long built = last ? Watermark.AHEAD : put.get(put.size() - 1);
        return new CommitBatch(
                anew,
                put,
                List.of(),
                put.size(),
                new Watermark(from.state(), built, from.edition(), from.renewal()),
                false,
                false);
    }

    private static CommitBatch follow(
            Snapshot snapshot, IndexedType texts, Watermark from, State since, Changes changes) {
        List<Long> put = new ArrayList<>(changes.created());
        put.addAll(changed(texts, changes));
        List<Long> remove = new ArrayList<>(changes.destroyed());
        if (from.built() == Watermark.AHEAD) {
            remove.addAll(
                    snapshot.createdAndDestroyed(texts.type(), new State(since.epoch(), since.sequence()), GHOSTS));
        }
        int rows = changes.created().size()
                + changes.updated().size()
                + changes.destroyed().size();
        return new CommitBatch(
                false,
                put,
                remove,
                rows,
                new Watermark(Optional.of(changes.newState()), Watermark.FOLLOWS, from.edition(), from.renewal()),
                false,
                !changes.hasMoreChanges() && from.renewal().none());
    }

    /** Returns the updated objects whose texts changed. */
    static List<Long> changed(IndexedType texts, Changes changes) {
        return texts.source()
                .indexedFacets()
                .map(touches -> changes.updated().stream()
                        .filter(change -> change.facets().intersects(touches))
                        .map(Changes.Updated::n)
                        .toList())
                .orElse(List.of());
    }
}

package svc.search.lucene;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import svc.api.store.Changes;
import svc.api.store.Snapshot;
import svc.api.store.State;

/**
 * What goes into an index with one commit.
 *
 * @param anew whether all that is there goes first
 * @param put objects whose texts are to be read
 * @param remove objects that go
 * @param rows how many changes this is
 * @param next how far the index is then
 * @param renews whether these are objects that did not change
 */
record Page(boolean anew, List<Long> put, List<Long> remove, int rows, Watermark next, boolean renews) {

    /** Ghosts are few: objects that returned and died again while an index was built. */
    private static final int GHOSTS = 100_000;

    /** What comes next; empty when the index is as far as the snapshot. */
    static Optional<Page> of(Snapshot snapshot, Texts texts, Watermark watermark, int most) {
        State now = snapshot.state(texts.type());
        int edition = texts.source().edition();
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

    /** What is to be read anew, of an index that is as far as the snapshot: so it hears of the end of each of them. */
    static Optional<Page> renewing(Snapshot snapshot, Texts texts, Watermark watermark, int most) {
        Renewal renewal = watermark.renewal();
        if (renewal.none()) {
            return Optional.empty();
        }
        List<Long> put = renewal.some().isEmpty()
                ? texts.source().numbers(snapshot, renewal.after().orElse(0), most)
                : renewal.some().subList(0, Math.min(most, renewal.some().size()));
        Watermark next = watermark.renewing(renewal.past(put, put.size() < most));
        return Optional.of(new Page(false, put, List.of(), put.size(), next, true));
    }

    /** A number is the moment of the birth: what was born after the state comes with the changes since. */
    private static Page build(Snapshot snapshot, Texts texts, boolean anew, Watermark from, int most) {
        long newest = from.state().orElseThrow().sequence();
        List<Long> living = texts.source().numbers(snapshot, from.built(), most);
        List<Long> put = living.stream().filter(n -> n <= newest).toList();
        boolean last = living.size() < most || put.size() < living.size();
        long built = last ? Watermark.AHEAD : put.get(put.size() - 1);
        return new Page(
                anew,
                put,
                List.of(),
                put.size(),
                new Watermark(from.state(), built, from.edition(), from.renewal()),
                false);
    }

    private static Page follow(Snapshot snapshot, Texts texts, Watermark from, State since, Changes changes) {
        List<Long> put = new ArrayList<>(changes.created());
        put.addAll(changed(texts, changes));
        List<Long> remove = new ArrayList<>(changes.destroyed());
        if (from.built() == Watermark.AHEAD) {
            remove.addAll(snapshot.passed(texts.type(), new State(since.epoch(), since.sequence()), GHOSTS));
        }
        int rows = changes.created().size()
                + changes.updated().size()
                + changes.destroyed().size();
        return new Page(
                false,
                put,
                remove,
                rows,
                new Watermark(Optional.of(changes.until()), Watermark.FOLLOWS, from.edition(), from.renewal()),
                false);
    }

    /** Those whose texts changed. */
    static List<Long> changed(Texts texts, Changes changes) {
        return texts.source()
                .touches()
                .map(touches -> changes.updated().stream()
                        .filter(change -> change.facets().meets(touches))
                        .map(Changes.Updated::n)
                        .toList())
                .orElse(List.of());
    }
}

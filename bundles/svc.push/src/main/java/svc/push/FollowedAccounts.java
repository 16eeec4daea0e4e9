package svc.push;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import svc.api.store.Scope;
import svc.api.store.StateChange;
import svc.api.store.StateListener;
import svc.api.store.Store;

/** The accounts that somebody is told of. Any thread. */
final class Tracks implements StateListener {

    private final Store store;
    private final Map<Scope, Track> tracks = new ConcurrentHashMap<>();

    Tracks(Store store) {
        this.store = store;
    }

    /** Tells a feed of an account from now on. */
    Track join(Scope scope, Feed feed) {
        Track joined = tracks.compute(scope, (key, known) -> {
            Track track = known == null ? new Track(key) : known;
            track.followers().add(feed);
            return track;
        });
        try {
            joined.load(store);
            return joined;
        } catch (RuntimeException e) {
            leave(joined, feed); // the account may have gone
            throw e;
        }
    }

    /** Tells it no more. */
    void leave(Track track, Feed feed) {
        tracks.computeIfPresent(track.scope(), (key, known) -> {
            known.followers().remove(feed);
            return known.followers().isEmpty() ? null : known;
        });
    }

    /** Costs a look into a map where nobody listens, and never waits. */
    @Override
    public void changed(StateChange change) {
        @Nullable Track track = tracks.get(change.scope());
        if (track != null) {
            track.take(change.states());
            track.followers().forEach(feed -> feed.heard(change.states().keySet()));
        }
    }

    int size() {
        return tracks.size();
    }
}

package svc.push;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.Sights.Seen;
import svc.api.store.State;

/** How far a client was told of all that it can see: a number for each account. Guarded by its feed. */
final class Standing {

    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final Feed feed;
    private final Tracks tracks;
    private final long own;
    private final List<Position> positions = new ArrayList<>(1);
    private @Nullable PushState told;

    /**
     * Of a client that knows nothing.
     *
     * @param own the number of its own account
     */
    Standing(Feed feed, Tracks tracks, long own) {
        this.feed = feed;
        this.tracks = tracks;
        this.own = own;
    }

    /**
     * What stands in all accounts.
     *
     * @param news of each position
     * @param changed what the client does not know of it
     * @param at the push state of it
     */
    record Gathered(List<Track.News> news, Map<String, Map<String, String>> changed, PushState at) {}

    /** The client knows what stands now, or, where it tells a push state, what stood then. */
    void begin(List<Seen> accounts, Optional<String> since) {
        accounts.forEach(this::join);
        Gathered now = gather(type -> false);
        if (since.isEmpty()) {
            settle(now);
        } else {
            PushState.parse(since.get()).filter(known -> known.account() == own).ifPresent(known -> resume(known, now));
        }
    }

    private void resume(PushState known, Gathered now) {
        told = known;
        if (known.epoch() != now.at().epoch() || known.sequence() > now.at().sequence()) {
            return; // before a restore, or of what was lost in one
        }
        for (int i = 0; i < positions.size(); i++) {
            Position position = positions.get(i);
            if (position.isOf(own)) {
                resume(position, known, now.at());
            } else if (known.others() == now.at().others()) {
                position.settle(now.news().get(i).sequence());
            }
        }
    }

    private static void resume(Position position, PushState known, PushState now) {
        if (known.types() == now.types()) {
            position.settle(known.sequence());
        }
    }

    /** The client sees these accounts from now on. What fails on the way leaves nothing behind that {@link #end} does not find. */
    void look(List<Seen> accounts) {
        List<Position> before = List.copyOf(positions);
        List<Position> now = new ArrayList<>(accounts.size());
        for (Seen seen : accounts) {
            Optional<Position> known = before.stream()
                    .filter(position -> position.isOf(seen.scope().n()))
                    .findFirst();
            known.ifPresent(position -> position.look(seen));
            now.add(known.orElseGet(() -> join(seen)));
        }
        before.stream().filter(position -> !now.contains(position)).forEach(this::leave);
        positions.clear();
        positions.addAll(now);
    }

    private Position join(Seen seen) {
        Position joined = new Position(tracks.join(seen.scope(), feed), seen);
        positions.add(joined);
        return joined;
    }

    private void leave(Position position) {
        tracks.leave(position.track(), feed);
    }

    /** What is new of the types that are wanted. */
    Gathered gather(Predicate<String> wanted) {
        List<Track.News> all = new ArrayList<>(positions.size());
        Map<String, Map<String, String>> changed = new TreeMap<>();
        PushState at = new PushState(own, 0, 0, 0, 0);
        for (Position position : positions) {
            Track.News news = position.news();
            all.add(news);
            Map<String, String> moved = moved(position, news.moved(), wanted);
            if (!moved.isEmpty()) {
                changed.put(position.seen().accountId(), moved);
            }
            at = position.isOf(own) ? at.own(news, position.seen()) : at.with(mixed(at.others(), position, news));
        }
        return new Gathered(all, changed, at);
    }

    private static Map<String, String> moved(Position position, Map<String, State> states, Predicate<String> wanted) {
        Map<String, String> texts = new TreeMap<>();
        states.forEach((type, state) -> {
            if (wanted.test(type)) {
                texts.put(type, position.seen().text(state));
            }
        });
        return texts;
    }

    /** A few bits of everything that the client can see elsewhere; alike only when all of it is. */
    private static long mixed(long others, Position position, Track.News news) {
        Seen seen = position.seen();
        long bits = others;
        for (long part : new long[] {
            seen.scope().n(),
            news.epoch(),
            news.visible(),
            seen.mark().hashCode(),
            seen.types().hashCode()
        }) {
            bits = (bits ^ part) * MIX;
            bits ^= bits >>> 32;
        }
        return bits == 0 ? 1 : bits;
    }

    /** The client knows all of this. */
    void settle(Gathered now) {
        for (int i = 0; i < positions.size(); i++) {
            positions.get(i).settle(now.news().get(i).sequence());
        }
        told = now.at();
    }

    /** How far the client was told; empty when nobody knows. */
    Optional<PushState> told() {
        return Optional.ofNullable(told);
    }

    /** Hears of nothing any more. */
    void end() {
        positions.forEach(this::leave);
        positions.clear();
    }
}

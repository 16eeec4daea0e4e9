package svc.search.lucene;

import java.util.Map;
import java.util.Optional;
import svc.api.store.State;

/**
 * How far an index is; written with each commit, so that both are always of the same moment.
 *
 * @param state the state of the type up to which the index knows all, or from which on it follows when it is built; empty
 *     before anything was begun
 * @param built while the index is being built, the last number that is in it; {@link #FOLLOWS} and {@link #AHEAD} afterwards
 * @param edition the edition of the texts
 * @param renewal what of it is to be read anew
 */
record Watermark(Optional<State> state, long built, int edition, Renewal renewal) {

    /** The index holds what lived at the state, and nothing else. */
    static final long FOLLOWS = -1;

    /** As before, but the index may also hold objects that began to live later. */
    static final long AHEAD = -2;

    /** Nothing is there. */
    static final Watermark NONE = new Watermark(Optional.empty(), 0, 0, Renewal.NONE);

    private static final String GENERATION = "generation";
    private static final String STATE = "state";
    private static final String BUILT = "built";
    private static final String EDITION = "edition";
    private static final String RENEW = "renew";
    private static final String RENEWED = "renewed";

    /** One where nothing is to be read anew. */
    Watermark(Optional<State> state, long built, int edition) {
        this(state, built, edition, Renewal.NONE);
    }

    /** The same with other objects to be read anew. */
    Watermark renewing(Renewal other) {
        return new Watermark(state, built, edition, other);
    }

    /** What goes with a commit. */
    Map<String, String> facts() {
        return Map.of(
                GENERATION,
                Integer.toString(IndexHome.GENERATION),
                STATE,
                state.map(State::toString).orElse(""),
                BUILT,
                Long.toString(built),
                EDITION,
                Integer.toString(edition),
                RENEW,
                renewal.listed(),
                RENEWED,
                renewal.after().isPresent() ? Long.toString(renewal.after().getAsLong()) : "");
    }

    /** What came with a commit; {@link #NONE} for a commit that is not like ours. */
    static Watermark of(Map<String, String> facts) {
        if (!Integer.toString(IndexHome.GENERATION).equals(facts.get(GENERATION))) {
            return NONE;
        }
        try {
            return new Watermark(
                    State.parse(facts.getOrDefault(STATE, "")),
                    Long.parseLong(facts.getOrDefault(BUILT, "")),
                    Integer.parseInt(facts.getOrDefault(EDITION, "")),
                    Renewal.of(facts.getOrDefault(RENEW, ""), facts.getOrDefault(RENEWED, "")));
        } catch (NumberFormatException e) {
            return NONE;
        }
    }

    boolean building() {
        return built >= 0;
    }

    /** Whether everything up to a state is in the index. */
    boolean covers(State now, int wanted) {
        return !building()
                && edition == wanted
                && state.map(known -> known.epoch() == now.epoch()
                                && known.unread().isEmpty()
                                && known.sequence() >= now.sequence())
                        .orElse(false);
    }
}

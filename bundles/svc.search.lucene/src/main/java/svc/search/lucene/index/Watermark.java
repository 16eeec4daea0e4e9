package svc.search.lucene.index;

import java.util.Map;
import java.util.Optional;
import svc.api.store.State;

/**
 * The progress of an index. The watermark is stored with each commit, so that it is consistent with the indexed
 * documents.
 *
 * @param state the state up to which all changes are indexed, or at which a running build started; empty for a new
 *     index
 * @param built the last indexed number during a build; afterwards {@link #FOLLOWS} or {@link #AHEAD}
 * @param edition the version of the text source
 * @param renewal the objects to reindex
 */
public record Watermark(Optional<State> state, long built, int edition, ReindexRequest renewal) {

    /** The index contains exactly the objects that existed at the state. */
    static final long FOLLOWS = -1;

    /** The index may also contain objects that were created after the state. */
    static final long AHEAD = -2;

    /** The watermark of a missing index. */
    static final Watermark NONE = new Watermark(Optional.empty(), 0, 0, ReindexRequest.NONE);

    private static final String GENERATION = "generation";
    private static final String STATE = "state";
    private static final String BUILT = "built";
    private static final String EDITION = "edition";
    private static final String RENEW = "renew";
    private static final String RENEWED = "renewed";

    /** Creates a watermark without objects to reindex. */
    Watermark(Optional<State> state, long built, int edition) {
        this(state, built, edition, ReindexRequest.NONE);
    }

    /** Returns a copy with another reindex request. */
    public Watermark renewing(ReindexRequest other) {
        return new Watermark(state, built, edition, other);
    }

    /** Returns the user data of a commit. */
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

    /** Parses the user data of a commit; {@link #NONE} if it is malformed or of another generation. */
    static Watermark of(Map<String, String> facts) {
        if (!Integer.toString(IndexHome.GENERATION).equals(facts.get(GENERATION))) {
            return NONE;
        }
        try {
            return new Watermark(
                    State.parse(facts.getOrDefault(STATE, "")),
                    Long.parseLong(facts.getOrDefault(BUILT, "")),
                    Integer.parseInt(facts.getOrDefault(EDITION, "")),
                    ReindexRequest.of(facts.getOrDefault(RENEW, ""), facts.getOrDefault(RENEWED, "")));
        } catch (NumberFormatException e) {
            return NONE;
        }
    }

    boolean building() {
        return built >= 0;
    }

    /** Returns whether the index is built and contains all changes up to the state. */
    public boolean covers(State now, int wanted) {
        return !building()
                && edition == wanted
                && state.map(known -> known.epoch() == now.epoch()
                                && known.continuation().isEmpty()
                                && known.sequence() >= now.sequence())
                        .orElse(false);
    }
}

package svc.core;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.engine.ScopeKey;
import svc.api.identity.Access;
import svc.api.identity.Reach;
import svc.api.store.Scope;
import svc.api.store.State;

/**
 * One account as a call sees it, and the texts of its states. A shared account's states carry the version of the shares:
 * when those change, objects appear and vanish without a change of their own, and no delta could tell.
 *
 * @param scope the account's data
 * @param reach what the caller may do there
 */
record Sight(Scope scope, Reach reach) {

    private static final String MARK = "~";

    static Sight of(RunningCall call, String argument, @Nullable String accountId, Access access) {
        return of(call.reach(argument, accountId, access));
    }

    static Sight of(Reach reach) {
        return new Sight(Scope.account(new ScopeKey(), reach.account().n()), reach);
    }

    /** The id that the client used. */
    String accountId() {
        return reach.id();
    }

    /** Whether something of a capability shows to a request: it uses what unlocks it, and the account offers that. */
    boolean shows(String capability, Catalogue catalogue, Set<String> using) {
        return catalogue.unlocking(capability).stream()
                .anyMatch(urn ->
                        using.contains(urn) && catalogue.granted(reach, urn).isPresent());
    }

    String text(State state) {
        return reach.version() == 0 ? state.toString() : state + mark();
    }

    /** The state of a text; empty when it is not ours or of other shares. */
    Optional<State> state(String text) {
        if (reach.version() == 0) {
            return State.parse(text);
        }
        String end = mark();
        return text.endsWith(end) ? State.parse(text.substring(0, text.length() - end.length())) : Optional.empty();
    }

    private String mark() {
        return MARK + Long.toString(reach.version(), Character.MAX_RADIX);
    }
}

package svc.core;

import java.util.Optional;
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
 * @param accountId the id that the client used
 * @param version the version of the shares; 0 for an own account
 */
record Sight(Scope scope, String accountId, long version) {

    private static final String MARK = "~";

    static Sight of(RunningCall call, String argument, @Nullable String accountId, Access access) {
        Reach reach = call.reach(argument, accountId, access);
        return new Sight(Scope.account(new ScopeKey(), reach.account().n()), reach.id(), reach.version());
    }

    String text(State state) {
        return version == 0 ? state.toString() : state + MARK + Long.toString(version, Character.MAX_RADIX);
    }

    /** The state of a text; empty when it is not ours or of other shares. */
    Optional<State> state(String text) {
        if (version == 0) {
            return State.parse(text);
        }
        String end = MARK + Long.toString(version, Character.MAX_RADIX);
        return text.endsWith(end) ? State.parse(text.substring(0, text.length() - end.length())) : Optional.empty();
    }
}

package svc.push;

import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Caller;
import svc.api.jmap.Sights;
import svc.api.push.PushStates;
import svc.api.store.State;

/** The push states of those who tell of a caller's own account, each in its own way. */
@Component
public final class PushTexts implements PushStates {

    private final Sights sights;

    /** Asks there which types a caller sees. */
    @Activate
    public PushTexts(@Reference Sights sights) {
        this.sights = sights;
    }

    private long types(Caller caller) {
        return PushState.shown(sights.of(caller).types());
    }

    @Override
    public String text(Caller caller, State reached, Optional<String> rest) {
        return new PushState(caller.account().n(), reached.epoch(), reached.sequence(), types(caller)).with(rest);
    }

    @Override
    public Optional<Reached> read(Caller caller, String text) {
        int end = text.indexOf(PushState.REST);
        return PushState.parse(text)
                .filter(state -> state.account() == caller.account().n() && state.types() == types(caller))
                .map(state -> new Reached(
                        new State(state.epoch(), state.sequence()),
                        end < 0 ? Optional.empty() : Optional.of(text.substring(end + 1))));
    }
}

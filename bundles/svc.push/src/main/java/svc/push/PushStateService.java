package svc.push;

import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Caller;
import svc.api.jmap.observe.ReadableTypes;
import svc.api.push.PushStateCodec;
import svc.api.store.State;

/** Encodes and decodes the push states of a caller's own account for the bundles that send changes. */
@Component
public final class PushStateService implements PushStateCodec {

    private final ReadableTypes readableTypes;

    @Activate
    public PushStateService(@Reference ReadableTypes readableTypes) {
        this.readableTypes = readableTypes;
    }

    private long types(Caller caller) {
        return PushState.typesHash(readableTypes.of(caller).types());
    }

    @Override
    public String encode(Caller caller, State reached, Optional<String> rest) {
        return new PushState(caller.account().n(), reached.epoch(), reached.sequence(), types(caller)).with(rest);
    }

    @Override
    public Optional<DecodedPushState> decode(Caller caller, String text) {
        int end = text.indexOf(PushState.REST);
        return PushState.parse(text)
                .filter(state -> state.account() == caller.account().n() && state.types() == types(caller))
                .map(state -> new DecodedPushState(
                        new State(state.epoch(), state.sequence()),
                        end < 0 ? Optional.empty() : Optional.of(text.substring(end + 1))));
    }
}

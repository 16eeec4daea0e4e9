package svc.cap.v2.streaming;

import java.util.Optional;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.Sights;
import svc.api.jmap.Views;
import svc.api.json.Json;
import svc.api.push.EventFeed;
import svc.api.push.PushStates;
import svc.api.store.Store;

/** The stream of patches, and of what changes in queries. */
@Component
public final class PatchFeed implements EventFeed {

    static final String PATH = "/jmap/push-patches";

    private final Patches.Ground ground;
    private final Windows.Ground windows;
    private final Sights sights;
    private final PushStates states;
    private final Json.Binding json;

    /** Reads there. */
    @Activate
    public PatchFeed(
            @Reference Store store,
            @Reference Sights sights,
            @Reference Views views,
            @Reference Holdings holdings,
            @Reference Subscribers subscribers,
            @Reference QueryWatch watch,
            @Reference PushStates states,
            @Reference Json json) {
        this.ground = new Patches.Ground(store, sights, views, holdings);
        this.windows = new Windows.Ground(subscribers, watch);
        this.sights = sights;
        this.states = states;
        this.json = json.binding(Json.Names.EXACT);
    }

    @Override
    public String path() {
        return PATH;
    }

    @Override
    public Telling open(Opening opening) {
        Optional<Set<String>> types = opening.types();
        // It is woken from now on, so that no change falls between this and what is read next.
        opening.stream().follow(types, Optional.empty());
        Optional<Place> place = opening.since()
                .flatMap(text -> states.read(opening.caller(), text))
                .map(Place::of);
        Patches patches = new Patches(
                ground,
                opening.caller(),
                type -> types.map(names -> names.contains(type)).orElse(true),
                place,
                opening.since().isPresent() && place.isEmpty());
        Windows followed = new Windows(
                windows,
                opening.caller(),
                sights.of(opening.caller()).accountId(),
                opening.stream()::poke,
                opening.since().flatMap(Claim::of));
        return new PatchTelling(opening, patches, followed, new PatchTelling.Ground(states, json));
    }
}

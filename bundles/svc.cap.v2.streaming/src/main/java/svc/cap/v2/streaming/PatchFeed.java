package svc.cap.v2.streaming;

import java.util.Optional;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.observe.ObjectReader;
import svc.api.jmap.observe.ReadableTypes;
import svc.api.json.Json;
import svc.api.push.EventStreamProvider;
import svc.api.push.PushStateCodec;
import svc.api.store.Store;

/** The event stream of patches and of changes in subscribed queries. */
@Component
public final class PatchFeed implements EventStreamProvider {

    static final String PATH = "/jmap/push-patches";

    private final PatchStream.Dependencies dependencies;
    private final QueryWindows.Dependencies windows;
    private final ReadableTypes readableTypes;
    private final PushStateCodec states;
    private final Json.Binding json;

    @Activate
    public PatchFeed(
            @Reference Store store,
            @Reference ReadableTypes readableTypes,
            @Reference ObjectReader views,
            @Reference ClientCaches holdings,
            @Reference QuerySubscriptionRegistry subscribers,
            @Reference QueryWatch queryWatch,
            @Reference PushStateCodec states,
            @Reference Json json) {
        this.dependencies = new PatchStream.Dependencies(store, readableTypes, views, holdings);
        this.windows = new QueryWindows.Dependencies(subscribers, queryWatch);
        this.readableTypes = readableTypes;
        this.states = states;
        this.json = json.binding(Json.Names.EXACT);
    }

    @Override
    public String path() {
        return PATH;
    }

    @Override
    public Session open(Request opening) {
        Optional<Set<String>> types = opening.types();
        // The stream is subscribed before the first read, so that no change is missed.
        opening.stream().subscribe(types, Optional.empty());
        Optional<ChangesPosition> position = opening.since()
                .flatMap(text -> states.decode(opening.caller(), text))
                .map(ChangesPosition::of);
        PatchStream patches = new PatchStream(
                dependencies,
                opening.caller(),
                type -> types.map(names -> names.contains(type)).orElse(true),
                position,
                opening.since().isPresent() && position.isEmpty());
        QueryWindows queryWindows = new QueryWindows(
                windows,
                opening.caller(),
                readableTypes.of(opening.caller()).accountId(),
                opening.stream()::wake,
                opening.since().flatMap(QueryResumeToken::of));
        return new PatchEventWriter(opening, patches, queryWindows, new PatchEventWriter.Dependencies(states, json));
    }
}

package svc.core;

import svc.api.jmap.JmapLimits;
import svc.api.jmap.Verb;
import svc.api.json.Json;
import svc.api.store.Store;
import svc.api.time.Clock;

/** Makes the methods that every type has. */
final class DerivedMethods {

    private final Ground ground;

    DerivedMethods(Ground ground) {
        this.ground = ground;
    }

    /**
     * What the derived methods stand on.
     *
     * @param store where objects are kept
     * @param json how they are written
     * @param clock the time
     * @param limits how much may be asked for
     * @param witnesses who hears what is served
     */
    record Ground(Store store, Json json, Clock clock, JmapLimits limits, Witnesses witnesses) {}

    Method.Runner runner(Verb verb, KnownType type) {
        return switch (verb) {
            case GET -> new GetMethod(ground, type);
            case CHANGES -> new ChangesMethod(ground, type);
            case SET -> new SetMethod(ground, type);
            case COPY -> new CopyMethod(ground, type);
            case QUERY -> new QueryMethod(ground, type);
            case QUERY_CHANGES -> new QueryChangesMethod(ground, type);
        };
    }
}

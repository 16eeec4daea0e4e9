package svc.core.methods;

import svc.api.jmap.JmapLimits;
import svc.api.jmap.StandardMethod;
import svc.api.json.Json;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.core.dispatch.RegisteredMethod;
import svc.core.dispatch.RegisteredType;
import svc.core.objects.ObjectObservers;

/** Creates the standard methods of each type. */
public final class StandardMethods {

    private final Services services;

    public StandardMethods(Services services) {
        this.services = services;
    }

    /**
     * The dependencies of the standard methods.
     *
     * @param store the store of the objects
     * @param json the JSON reader and writer
     * @param clock the clock
     * @param limits the limits in force
     * @param observers the observers of served and updated objects
     */
    public record Services(Store store, Json json, Clock clock, JmapLimits limits, ObjectObservers observers) {}

    public RegisteredMethod.Runner runner(StandardMethod verb, RegisteredType type) {
        return switch (verb) {
            case GET -> new GetMethod(services, type);
            case CHANGES -> new ChangesMethod(services, type);
            case SET -> new SetMethod(services, type);
            case COPY -> new CopyMethod(services, type);
            case QUERY -> new QueryMethod(services, type);
            case QUERY_CHANGES -> new QueryChangesMethod(services, type);
        };
    }
}

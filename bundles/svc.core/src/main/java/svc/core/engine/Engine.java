package svc.core.engine;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.jmap.CapabilityExclusion;
import svc.api.jmap.JmapLimits;
import svc.api.json.Json;
import svc.api.json.JsonBuffer;
import svc.api.lifecycle.Maintenance.Period;
import svc.api.time.Clock;
import svc.core.dispatch.Catalogue;
import svc.core.dispatch.ConcurrencyLimiter;
import svc.core.dispatch.Dispatcher;
import svc.core.dispatch.JmapRequest;
import svc.core.dispatch.MethodMetrics;
import svc.core.dispatch.ProcessorTime;
import svc.core.dispatch.RequestContext;
import svc.core.dispatch.RequestErrors;
import svc.core.dispatch.ResponseWriter;
import svc.core.objects.PlainValues;
import svc.core.objects.Quoting;
import svc.core.registry.ContributionRegistry;
import svc.core.session.SessionCache;
import svc.core.session.SessionUrls;

/**
 * Parses and runs JMAP requests, and writes the responses and the session. All transports (HTTP, WebSocket, tests) use
 * the engine.
 */
public final class Engine {

    private final ContributionRegistry registry;
    private final SessionCache sessions;
    private final Directory directory;
    private final Dispatcher dispatcher;
    private final MethodMetrics meters = new MethodMetrics();
    private final Json json;
    private final Json.Binding binding;
    private final Clock clock;
    private final JmapLimits limits;
    private final Duration timeLimit;
    private final ConcurrencyLimiter limiter;
    private final ProcessorTime processorTime;

    Engine(
            ContributionRegistry registry,
            SessionCache sessions,
            Directory directory,
            Json json,
            Clock clock,
            JmapLimits limits,
            Duration timeLimit,
            ProcessorTime processorTime,
            Supplier<Optional<Period>> readOnly) {
        this.registry = registry;
        this.sessions = sessions;
        this.directory = directory;
        this.dispatcher = new Dispatcher(json, directory, clock, meters, readOnly);
        this.json = json;
        this.binding = json.binding(Json.Names.EXACT);
        this.clock = clock;
        this.limits = limits;
        this.timeLimit = timeLimit;
        this.processorTime = processorTime;
        this.limiter = new ConcurrencyLimiter(limits.maxConcurrentRequests());
    }

    MethodMetrics meters() {
        return meters;
    }

    public byte[] session(Caller caller, SessionUrls urls) {
        return sessions.session(caller, urls);
    }

    String sessionState(Caller caller) {
        return sessions.state(caller);
    }

    /** An action that runs in a request slot of an account. */
    public interface Admitted {
        void run() throws IOException;
    }

    /**
     * Runs an action in one of the request slots of an account. All transports share the slots.
     *
     * @throws RequestErrors if no slot is free
     */
    public void within(Caller caller, Admitted work) throws IOException {
        long account = caller.account().n();
        if (!limiter.enter(account)) {
            throw RequestErrors.busy(
                    "maxConcurrentRequests",
                    limits.maxConcurrentRequests() + " requests of this account are running. Wait for one to end.");
        }
        Runnable report = processorTime.measure(caller);
        try {
            work.run();
        } finally {
            limiter.leave(account);
            report.run();
        }
    }

    /** A validated request of which no call has run. */
    public record Ready(JmapRequest envelope, RequestContext request) {}

    /**
     * Parses and validates a request.
     *
     * @throws RequestErrors if the request is rejected as a whole
     */
    public Ready ready(Caller caller, byte[] body) {
        return ready(caller, JmapRequest.of(JmapRequest.value(binding, body)));
    }

    /** Parses a JSON object within the size limit of a request. */
    Map<String, @Nullable Object> read(byte[] body) {
        if (body.length > limits.maxSizeRequest()) {
            throw RequestErrors.tooLong(limits.maxSizeRequest());
        }
        return PlainValues.object(JmapRequest.members(JmapRequest.value(binding, body)));
    }

    /** Validates a parsed request. */
    Ready ready(Caller caller, JmapRequest envelope) {
        if (envelope.calls().size() > limits.maxCallsInRequest()) {
            throw RequestErrors.limit(
                    "maxCallsInRequest", "A request may contain " + limits.maxCallsInRequest() + " calls at most.");
        }
        Catalogue catalogue = registry.catalogue();
        Set<String> using = catalogue.present(envelope.using());
        refuseUnknown(using, catalogue, caller.account());
        refuseExcluded(using, catalogue);
        long deadline = clock.nanos() + timeLimit.toNanos();
        RequestContext request = new RequestContext(caller, directory, catalogue, using, clock, deadline);
        envelope.createdIds().ifPresent(request.createdIds()::putAll);
        return new Ready(envelope, request);
    }

    /** Runs a request and writes its response. */
    public void run(Ready ready, OutputStream out) {
        run(ready, Map.of(), out);
    }

    /** Runs a request and writes its response with additional members before those of RFC 8620. */
    void run(Ready ready, Map<String, String> extraMembers, OutputStream out) {
        ResponseWriter answer = new ResponseWriter(json.buffer(), out);
        answer.begin(extraMembers);
        dispatcher.run(ready.request(), ready.envelope().calls(), answer);
        answer.end(
                ready.request().createdIds(),
                ready.envelope().createdIds().isPresent(),
                sessions.state(ready.request().caller()));
    }

    private void refuseUnknown(Set<String> using, Catalogue catalogue, Account caller) {
        for (String urn : using) {
            if (!catalogue.isUsable(urn, caller, directory)) {
                throw RequestErrors.unknownCapability(
                        "The server does not offer the capability " + Quoting.quoted(urn) + ".");
            }
        }
    }

    private static void refuseExcluded(Set<String> using, Catalogue catalogue) {
        for (CapabilityExclusion pair : catalogue.exclusions()) {
            if (using.contains(pair.one()) && using.contains(pair.other())) {
                throw RequestErrors.unknownCapability(
                        "A request cannot use both " + pair.one() + " and " + pair.other() + ".");
            }
        }
    }

    /** Returns a problem details object as JSON. */
    public byte[] problem(Map<String, ? extends @Nullable Object> members) {
        JsonBuffer buffer = json.buffer();
        buffer.value(members);
        return buffer.toByteArray();
    }

    public JmapLimits limits() {
        return limits;
    }
}

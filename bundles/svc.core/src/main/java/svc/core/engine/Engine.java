package svc.core;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.jmap.Exclusion;
import svc.api.jmap.JmapLimits;
import svc.api.json.Json;
import svc.api.json.JsonBuffer;
import svc.api.time.Clock;

/** A request from its bytes to its answer, and the session; the ways in (HTTP, tests) come here. */
final class Engine {

    private final Registry registry;
    private final SessionBook sessions;
    private final Directory directory;
    private final Dispatcher dispatcher;
    private final CallMeters meters = new CallMeters();
    private final Json json;
    private final Json.Binding binding;
    private final Clock clock;
    private final JmapLimits limits;
    private final Duration longest;
    private final Gate gate;

    Engine(
            Registry registry,
            SessionBook sessions,
            Directory directory,
            Json json,
            Clock clock,
            JmapLimits limits,
            Duration longest) {
        this.registry = registry;
        this.sessions = sessions;
        this.directory = directory;
        this.dispatcher = new Dispatcher(json, directory, clock, meters);
        this.json = json;
        this.binding = json.binding(Json.Names.EXACT);
        this.clock = clock;
        this.limits = limits;
        this.longest = longest;
        this.gate = new Gate(limits.maxConcurrentRequests());
    }

    CallMeters meters() {
        return meters;
    }

    byte[] session(Caller caller, SessionUrls urls) {
        return sessions.session(caller, urls);
    }

    String sessionState(Caller caller) {
        return sessions.state(caller);
    }

    /** A piece of work that an account has a place for. */
    interface Admitted {
        void run() throws IOException;
    }

    /**
     * Does something in one of the places that an account has for its requests, whatever way they come.
     *
     * @throws RequestProblem there is none left
     */
    void within(Caller caller, Admitted work) throws IOException {
        long account = caller.account().n();
        if (!gate.enter(account)) {
            throw RequestProblem.busy(
                    "maxConcurrentRequests",
                    limits.maxConcurrentRequests() + " requests of this account are running. Wait for one to end.");
        }
        try {
            work.run();
        } finally {
            gate.leave(account);
        }
    }

    /** A request that was looked through: nothing of it has run, and nothing is wrong with it as a whole. */
    record Ready(Envelope envelope, RunningRequest request) {}

    /**
     * Looks a request through.
     *
     * @throws RequestProblem it is refused as a whole
     */
    Ready ready(Caller caller, byte[] body) {
        return ready(caller, Envelope.of(Envelope.value(binding, body)));
    }

    /** Reads a text as an object. */
    Map<String, @Nullable Object> read(byte[] body) {
        if (body.length > limits.maxSizeRequest()) {
            throw RequestProblem.tooLong(limits.maxSizeRequest());
        }
        return Plain.object(Envelope.members(Envelope.value(binding, body)));
    }

    /** Looks a request through that was read. */
    Ready ready(Caller caller, Envelope envelope) {
        if (envelope.calls().size() > limits.maxCallsInRequest()) {
            throw RequestProblem.limit(
                    "maxCallsInRequest", "A request may hold " + limits.maxCallsInRequest() + " calls at most.");
        }
        Catalogue catalogue = registry.catalogue();
        refuseUnknown(envelope.using(), catalogue, caller.account().organization());
        refuseExcluded(envelope.using(), catalogue);
        long deadline = clock.nanos() + longest.toNanos();
        RunningRequest request = new RunningRequest(caller, directory, catalogue, envelope.using(), clock, deadline);
        envelope.createdIds().ifPresent(request.createdIds()::putAll);
        return new Ready(envelope, request);
    }

    /** Runs a request and writes its answer. */
    void run(Ready ready, OutputStream out) {
        run(ready, Map.of(), out);
    }

    /** The same with members before those of the answer. */
    void run(Ready ready, Map<String, String> beside, OutputStream out) {
        AnswerStream answer = new AnswerStream(json.buffer(), out);
        answer.begin(beside);
        dispatcher.run(ready.request(), ready.envelope().calls(), answer);
        answer.end(
                ready.request().createdIds(),
                ready.envelope().createdIds().isPresent(),
                sessions.state(ready.request().caller()));
    }

    private void refuseUnknown(Set<String> using, Catalogue catalogue, String organization) {
        for (String urn : using) {
            if (!catalogue.offers(urn, organization, directory)) {
                throw RequestProblem.unknownCapability(
                        "The server does not offer the capability " + Words.quoted(urn) + ".");
            }
        }
    }

    private static void refuseExcluded(Set<String> using, Catalogue catalogue) {
        for (Exclusion pair : catalogue.exclusions()) {
            if (using.contains(pair.one()) && using.contains(pair.other())) {
                throw RequestProblem.unknownCapability(
                        "A request cannot use both " + pair.one() + " and " + pair.other() + ".");
            }
        }
    }

    /** A problem as JSON. */
    byte[] problem(Map<String, ? extends @Nullable Object> members) {
        JsonBuffer buffer = json.buffer();
        buffer.value(members);
        return buffer.bytes();
    }

    JmapLimits limits() {
        return limits;
    }
}

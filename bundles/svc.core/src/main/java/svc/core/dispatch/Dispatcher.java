package svc.core.dispatch;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import svc.api.identity.Directory;
import svc.api.jmap.MethodError;
import svc.api.json.Json;
import svc.api.json.JsonBuffer;
import svc.api.lifecycle.Maintenance.Period;
import svc.api.store.StoreException;
import svc.api.time.Clock;
import svc.core.dispatch.RequestContext.Result;
import svc.core.objects.Quoting;

/** Runs the calls of a request in order. An error of one call does not affect the others. */
public final class Dispatcher {

    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
    private static final int DEEPEST_FOLLOWING = 4;

    private final ResultReferences references;
    private final Directory directory;
    private final Clock clock;
    private final MethodMetrics meters;
    private final Supplier<Optional<Period>> readOnly;

    /**
     * Creates a dispatcher.
     *
     * @param readOnly returns the read-only maintenance that is active
     */
    public Dispatcher(
            Json json, Directory directory, Clock clock, MethodMetrics meters, Supplier<Optional<Period>> readOnly) {
        this.references = new ResultReferences(json);
        this.directory = directory;
        this.clock = clock;
        this.meters = meters;
        this.readOnly = readOnly;
    }

    public void run(RequestContext request, List<Invocation> calls, ResponseWriter answer) {
        Set<String> wanted = ResultReferences.wanted(calls);
        for (Invocation call : calls) {
            answer(request, call, answer, wanted.contains(call.id()), 0);
        }
    }

    private void answer(RequestContext request, Invocation call, ResponseWriter answer, boolean keep, int depth) {
        JsonBuffer buffer = answer.open(keep);
        MethodCallContext running = null;
        RegisteredMethod method = null;
        long began = clock.nanos();
        try {
            request.checkBeforeCall();
            method = find(request, call, depth > 0);
            // A call that follows another belongs to the write of the other, which is completed.
            Optional<Period> maintenance = depth == 0 ? readOnly.get() : Optional.empty();
            running = new MethodCallContext(request, directory, method, answer, call.id(), maintenance);
            Map<String, @Nullable Object> arguments =
                    references.resolve(call.arguments(), request.results(), request.referenceBudget());
            buffer.beginArray().string(call.method());
            JsonBuffer.Mark result = buffer.mark();
            run(method, running, arguments, buffer);
            request.results()
                    .putIfAbsent(
                            call.id(),
                            new Result(call.method(), keep ? List.of(buffer.bytesSince(result)) : List.of()));
            buffer.string(call.id()).end();
            meters.done(method.name(), clock.nanos() - began);
        } catch (MethodError error) {
            count(method, error);
            fail(request, call, answer, buffer, error);
            running = null;
        }
        answer.afterCall();
        if (running != null && depth < DEEPEST_FOLLOWING) {
            for (Invocation next : running.following()) {
                answer(request, next, answer, false, depth + 1);
            }
        }
    }

    private void count(@Nullable RegisteredMethod method, MethodError error) {
        if (method != null && error.type().equals("serverFail")) {
            meters.failed(method.name());
        } else {
            meters.refused(method == null ? null : method.name());
        }
    }

    private static void fail(
            RequestContext request, Invocation call, ResponseWriter answer, JsonBuffer buffer, MethodError error) {
        answer.reset(error);
        buffer.beginArray()
                .string("error")
                .value(error.members())
                .string(call.id())
                .end();
        request.results().putIfAbsent(call.id(), new Result("error", List.of()));
    }

    /**
     * Returns the method if this request may call it. A request with an unsupported URN in {@code using} was rejected
     * before. If the request does not use the capability of a call, only this call fails. A request without any URN can
     * call no method (RFC 8620 §3.6.2).
     */
    private static RegisteredMethod find(RequestContext request, Invocation call, boolean implied) {
        RegisteredMethod method = request.catalogue().methods().get(call.method());
        if (method == null || request.using().isEmpty()) {
            throw unknown(call);
        }
        if (!implied && !request.catalogue().unlocked(method, request.using())) {
            if (!request.catalogue().isAvailable(method, request.caller().account())) {
                throw unknown(call);
            }
            throw new MethodError("unknownCapability", "This method requires " + method.wanted() + " in using.");
        }
        return method;
    }

    private static MethodError unknown(Invocation call) {
        return new MethodError(
                "unknownMethod", "The server does not offer the method " + Quoting.quoted(call.method()) + ".");
    }

    /** Runs a method, and counts it as a running call of its service. Every exception becomes an error of the call. */
    public static void run(
            RegisteredMethod method,
            MethodCallContext call,
            Map<String, @Nullable Object> arguments,
            JsonBuffer buffer) {
        InFlightCalls use = method.origin().use();
        long stamp = use.enter();
        if (stamp == 0) {
            throw new MethodError("unknownMethod", "The method " + method.name() + " has just been removed.");
        }
        try {
            method.runner().run(call, arguments, buffer);
        } catch (MethodError | ResponseWriter.Aborted e) {
            throw e;
        } catch (StoreException e) {
            throw unavailable(method, e);
        } catch (Throwable e) {
            // Code of a bundle may throw anything, for example a NoClassDefFoundError while the bundle stops; the other
            // calls continue.
            throw failed(method, e);
        } finally {
            use.leave(stamp);
        }
    }

    private static MethodError unavailable(RegisteredMethod method, StoreException e) {
        return switch (e.kind()) {
            case FULL, BUSY, STOPPED, EXPIRED -> {
                LOG.warn("{} failed: {}", method.name(), e.getMessage());
                yield new MethodError("serverUnavailable", e.getMessage());
            }
            default -> failed(method, e);
        };
    }

    private static MethodError failed(RegisteredMethod method, Throwable e) {
        LOG.error("{} of bundle {} failed", method.name(), method.origin().bundle(), e);
        String correlation = MDC.get("correlation");
        return new MethodError(
                "serverFail",
                "The server failed."
                        + (correlation == null
                                ? ""
                                : " Its log has details under the correlation id " + correlation + "."));
    }
}

package svc.core;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import svc.api.identity.Directory;
import svc.api.jmap.MethodError;
import svc.api.json.Json;
import svc.api.json.JsonBuffer;
import svc.api.store.StoreProblem;
import svc.api.time.Clock;
import svc.core.RunningRequest.Result;

/** Runs the calls of a request one after another. What one call does wrong is its own trouble. */
final class Dispatcher {

    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
    private static final int DEEPEST_FOLLOWING = 4;

    private final References references;
    private final Directory directory;
    private final Clock clock;
    private final CallMeters meters;

    Dispatcher(Json json, Directory directory, Clock clock, CallMeters meters) {
        this.references = new References(json);
        this.directory = directory;
        this.clock = clock;
        this.meters = meters;
    }

    void run(RunningRequest request, List<Invocation> calls, AnswerStream answer) {
        Set<String> wanted = References.wanted(calls);
        for (Invocation call : calls) {
            answer(request, call, answer, wanted.contains(call.id()), 0);
        }
    }

    private void answer(RunningRequest request, Invocation call, AnswerStream answer, boolean keep, int depth) {
        JsonBuffer buffer = answer.open(keep);
        RunningCall running = null;
        Method method = null;
        long began = clock.nanos();
        try {
            request.proceed();
            method = find(request, call, depth > 0);
            running = new RunningCall(request, directory, method, answer, call.id());
            Map<String, @Nullable Object> arguments =
                    references.resolve(call.arguments(), request.results(), request.brought());
            buffer.array().text(call.method());
            JsonBuffer.Mark result = buffer.mark();
            run(method, running, arguments, buffer);
            request.results()
                    .putIfAbsent(
                            call.id(), new Result(call.method(), keep ? List.of(buffer.since(result)) : List.of()));
            buffer.text(call.id()).end();
            meters.done(method.name(), clock.nanos() - began);
        } catch (MethodError error) {
            count(method, error);
            fail(request, call, answer, buffer, error);
            running = null;
        }
        answer.betweenCalls();
        if (running != null && depth < DEEPEST_FOLLOWING) {
            for (Invocation next : running.following()) {
                answer(request, next, answer, false, depth + 1);
            }
        }
    }

    private void count(@Nullable Method method, MethodError error) {
        if (method != null && error.type().equals("serverFail")) {
            meters.failed(method.name());
        } else {
            meters.refused(method == null ? null : method.name());
        }
    }

    private static void fail(
            RunningRequest request, Invocation call, AnswerStream answer, JsonBuffer buffer, MethodError error) {
        answer.reset(error);
        buffer.array().text("error").value(error.members()).text(call.id()).end();
        request.results().putIfAbsent(call.id(), new Result("error", List.of()));
    }

    /**
     * The method, if this request may call it. An unsupported URN in {@code using} has been refused before; here a call whose
     * capability is not used fails alone. Without any URN there is no method at all (RFC 8620 §3.6.2).
     */
    private static Method find(RunningRequest request, Invocation call, boolean implied) {
        Method method = request.catalogue().methods().get(call.method());
        if (method == null || request.using().isEmpty()) {
            throw new MethodError(
                    "unknownMethod", "The server has no method " + Words.quoted(call.method()) + " to offer.");
        }
        if (!implied && !request.catalogue().unlocked(method, request.using())) {
            throw new MethodError("unknownCapability", "This method needs " + method.wanted() + " in using.");
        }
        return method;
    }

    /** Runs a method inside its bundle; whatever it throws is an error of the call. */
    static void run(Method method, RunningCall call, Map<String, @Nullable Object> arguments, JsonBuffer buffer) {
        InUse use = method.origin().use();
        long stamp = use.enter();
        if (stamp == 0) {
            throw new MethodError("unknownMethod", "The method " + method.name() + " has just gone.");
        }
        try {
            method.runner().run(call, arguments, buffer);
        } catch (MethodError | AnswerStream.Torn e) {
            throw e;
        } catch (StoreProblem e) {
            throw unavailable(method, e);
        } catch (Throwable e) {
            // A bundle's code may throw anything, also a NoClassDefFoundError while it goes; the other calls live on.
            throw failed(method, e);
        } finally {
            use.leave(stamp);
        }
    }

    private static MethodError unavailable(Method method, StoreProblem e) {
        return switch (e.kind()) {
            case FULL, BUSY, STOPPED, EXPIRED -> {
                LOG.warn("{} could not be done: {}", method.name(), e.getMessage());
                yield new MethodError("serverUnavailable", e.getMessage());
            }
            default -> failed(method, e);
        };
    }

    private static MethodError failed(Method method, Throwable e) {
        LOG.error("{} of bundle {} failed", method.name(), method.origin().bundle(), e);
        String correlation = MDC.get("correlation");
        return new MethodError(
                "serverFail",
                "The server failed." + (correlation == null ? "" : " Its log has more under " + correlation + "."));
    }
}

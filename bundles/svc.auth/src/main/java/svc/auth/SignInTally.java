package svc.auth;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import svc.api.identity.Caller.Secret;
import svc.api.metrics.MetricSink;
import svc.auth.SignInLog.Result;

/** How many sign-ins there were, by what became of them and by the kind of secret. Any thread. */
final class SignInTally {

    private final Map<Kind, LongAdder> counts = new ConcurrentHashMap<>();

    /** All of them from the beginning, so that a series does not begin with its first event. */
    SignInTally() {
        for (Result result : Result.values()) {
            for (Secret secret : Secret.values()) {
                counts.put(new Kind(result, secret), new LongAdder());
            }
        }
    }

    private record Kind(Result result, Secret secret) {}

    void add(Result result, Secret secret) {
        counts.computeIfAbsent(new Kind(result, secret), kind -> new LongAdder())
                .increment();
    }

    void tell(MetricSink sink) {
        counts.forEach((kind, count) -> sink.counter(
                "sign_ins_total",
                "Sign-ins",
                count.sum(),
                "result",
                SignInLog.word(kind.result()),
                "secret",
                SignInLog.word(kind.secret())));
    }
}

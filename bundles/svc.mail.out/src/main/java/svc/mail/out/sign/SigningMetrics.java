package svc.mail.out.sign;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;

/** Counts the signed messages and the keys. Thread-safe. */
@Component(service = {MetricSource.class, SigningMetrics.class})
public final class SigningMetrics implements MetricSource {

    private final DomainKeys keys;
    private final Map<Result, LongAdder> counts = new ConcurrentHashMap<>();

    /** What happened to a message on its way out. */
    enum Result {
        /** It got signatures. */
        SIGNED,
        /** It was sent on and got an ARC set. */
        SEALED,
        /** The domain has no key that signs. */
        NO_KEY,
        /** The author has no domain of this server, or the message cannot be sealed. */
        NOT_SIGNED
    }

    @Activate
    public SigningMetrics(@Reference DomainKeys keys) {
        this.keys = keys;
    }

    void count(Result result) {
        counts.computeIfAbsent(result, key -> new LongAdder()).increment();
    }

    @Override
    public void collect(MetricSink sink) {
        List.of(Result.values())
                .forEach(result -> sink.counter(
                        "out_signatures_total",
                        "Messages to other servers by signature.",
                        counts.getOrDefault(result, new LongAdder()).sum(),
                        "result",
                        result.name().toLowerCase(Locale.ROOT)));
        new TreeMap<>(keys.read(KeyRows::counts))
                .forEach((state, count) ->
                        sink.gauge("dkim_keys", "DKIM keys by state.", count.doubleValue(), "state", state));
    }
}

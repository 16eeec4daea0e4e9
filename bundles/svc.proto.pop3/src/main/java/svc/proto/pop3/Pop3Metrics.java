package svc.proto.pop3;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.osgi.service.component.annotations.Component;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;

/** Counts commands. Thread-safe. */
@Component(service = {MetricSource.class, Pop3Metrics.class})
public final class Pop3Metrics implements MetricSource {

    private final Map<Command, LongAdder> commands = new ConcurrentHashMap<>();

    private record Command(String name, String result) {}

    /**
     * Counts a command.
     *
     * @param name the name of a command that the server knows
     * @param ok whether the reply was positive
     */
    void command(String name, boolean ok) {
        commands.computeIfAbsent(new Command(name.toLowerCase(Locale.ROOT), ok ? "ok" : "err"), any -> new LongAdder())
                .increment();
    }

    @Override
    public void collect(MetricSink sink) {
        commands.forEach((command, count) -> sink.counter(
                "commands_total",
                "Commands of mail clients and mail servers",
                count.sum(),
                "protocol",
                "pop3",
                "command",
                command.name(),
                "result",
                command.result()));
    }
}

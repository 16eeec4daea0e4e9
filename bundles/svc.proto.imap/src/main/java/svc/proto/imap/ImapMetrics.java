package svc.proto.imap;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.osgi.service.component.annotations.Component;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.proto.imap.response.ResponseWriter.Status;

/** Counts commands. Thread-safe. */
@Component(service = {MetricSource.class, ImapMetrics.class})
public final class ImapMetrics implements MetricSource {

    private final Map<Command, LongAdder> commands = new ConcurrentHashMap<>();
    private final LongAdder idle = new LongAdder();

    private record Command(String name, String result) {}

    /**
     * Counts a command.
     *
     * @param name the name of a command that the server knows
     */
    void command(String name, Status status) {
        commands.computeIfAbsent(
                        new Command(name.toLowerCase(Locale.ROOT), status.name().toLowerCase(Locale.ROOT)),
                        any -> new LongAdder())
                .increment();
    }

    void idle(int change) {
        idle.add(change);
    }

    @Override
    public void collect(MetricSink sink) {
        commands.forEach((command, count) -> sink.counter(
                "commands_total",
                "Commands of mail clients and mail servers",
                count.sum(),
                "protocol",
                "imap",
                "command",
                command.name(),
                "result",
                command.result()));
        sink.gauge("imap_idle", "IMAP connections in IDLE", idle.sum());
    }
}

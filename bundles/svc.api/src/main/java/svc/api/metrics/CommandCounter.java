package svc.api.metrics;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts the commands of a line protocol, for the metric {@code commands_total}. Threading: thread-safe. */
public final class CommandCounter {

    private final Map<Command, LongAdder> commands = new ConcurrentHashMap<>();

    private record Command(String protocol, String name, String result) {}

    /**
     * Counts a command.
     *
     * @param protocol the protocol, such as {@code smtp}
     * @param name the name of a command that the server knows; other names would make the number of time series unbounded
     * @param result the kind of the reply, such as {@code ok}
     */
    public void count(String protocol, String name, String result) {
        commands.computeIfAbsent(
                        new Command(protocol, name.toLowerCase(Locale.ROOT), result.toLowerCase(Locale.ROOT)),
                        any -> new LongAdder())
                .increment();
    }

    /** Passes the counts on. */
    public void collect(MetricSink sink) {
        commands.forEach((command, count) -> sink.counter(
                "commands_total",
                "Commands of mail clients and mail servers",
                count.sum(),
                "protocol",
                command.protocol,
                "command",
                command.name,
                "result",
                command.result));
    }
}

package svc.proto.pop3;

import org.osgi.service.component.annotations.Component;
import svc.api.metrics.CommandCounter;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;

/** Counts commands. Thread-safe. */
@Component(service = {MetricSource.class, Pop3Metrics.class})
public final class Pop3Metrics implements MetricSource {

    private final CommandCounter commands = new CommandCounter();

    /**
     * Counts a command.
     *
     * @param name the name of a command that the server knows
     * @param ok whether the reply was positive
     */
    void command(String name, boolean ok) {
        commands.count(Front.PROTOCOL, name, ok ? "ok" : "err");
    }

    @Override
    public void collect(MetricSink sink) {
        commands.collect(sink);
    }
}

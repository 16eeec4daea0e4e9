package svc.proto.imap;

import java.util.concurrent.atomic.LongAdder;
import org.osgi.service.component.annotations.Component;
import svc.api.metrics.CommandCounter;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.proto.imap.response.ResponseWriter.Status;

/** Counts commands, and the connections in IDLE. Thread-safe. */
@Component(service = {MetricSource.class, ImapMetrics.class})
public final class ImapMetrics implements MetricSource {

    private final CommandCounter commands = new CommandCounter();
    private final LongAdder idle = new LongAdder();

    /**
     * Counts a command.
     *
     * @param name the name of a command that the server knows
     */
    void command(String name, Status status) {
        commands.count(Front.PROTOCOL, name, status.name());
    }

    /** Changes the number of connections in IDLE. */
    void idle(int change) {
        idle.add(change);
    }

    @Override
    public void collect(MetricSink sink) {
        commands.collect(sink);
        sink.gauge("imap_idle", "IMAP connections in IDLE", (double) idle.sum());
    }
}

package svc.http.handlers;

import java.time.Duration;
import java.util.Map;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.AbstractMetaDataConnection;
import org.eclipse.jetty.server.Server;
import svc.api.time.Clock;
import svc.http.config.ClientLimits;

/**
 * Closes HTTP/1.1 connections whose client sends a request header too slowly. The idle timeout does not close such a
 * connection, because each byte restarts the timeout. The monitor compares the counters of every connection
 * periodically. If more bytes arrive after the last complete request and no response is in progress, these bytes are
 * part of an incomplete header.
 */
public final class SlowHeaderMonitor extends ConnectionMonitor<Connection, SlowHeaderMonitor.Seen> {

    public static final Duration LOOK = Duration.ofSeconds(5);

    public SlowHeaderMonitor(Clock clock, Server server) {
        super(clock, server, LOOK);
    }

    @Override
    protected void check(EndPoint endPoint, long nanos, Map<Connection, Seen> seen, Map<Connection, Seen> now) {
        Connection connection = Requests.connection(endPoint);
        if (!(connection instanceof AbstractMetaDataConnection)
                || connection.getMessagesIn() != connection.getMessagesOut()) {
            return;
        }
        Seen before = seen.get(connection);
        Seen next = new Seen(connection.getMessagesIn(), connection.getBytesIn(), false, nanos);
        if (before == null || before.messages != next.messages) {
            now.put(connection, next.messages == 0 && next.bytes > 0 ? new Seen(0, 0, true, nanos) : next);
        } else if (next.bytes == before.bytes) {
            now.put(connection, before);
        } else if (!before.growing) {
            now.put(connection, new Seen(before.messages, before.bytes, true, nanos));
        } else if (nanos - before.since > ClientLimits.HEAD_TIME.toNanos()) {
            endPoint.close();
        } else {
            now.put(connection, before);
        }
    }

    /**
     * The state of a connection at an inspection.
     *
     * @param messages the number of complete requests
     * @param bytes the number of received bytes at the inspection that first saw this number of requests
     * @param growing whether more bytes have arrived since then
     * @param since the time of the inspection that first saw this state, in nanoseconds
     */
    record Seen(long messages, long bytes, boolean growing, long since) {}
}

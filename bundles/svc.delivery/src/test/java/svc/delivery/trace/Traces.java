package svc.delivery.trace;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.delivery.Arrival;
import svc.api.delivery.MailTrace;
import svc.api.delivery.MailTrace.RefusedMail;
import svc.api.delivery.SmtpReply;
import svc.api.metrics.Histogram;
import svc.api.metrics.MetricSink;
import svc.api.operation.OperationGroup;
import svc.api.operation.PageRequest;
import svc.api.store.Scope;
import svc.testkit.bundles.BundleServer;

/** The mail trace of a server, as its operators see it. */
record Traces(BundleServer server) {

    private TraceOperations operations() {
        return server.service(OperationGroup.class, TraceOperations.class);
    }

    StoredMailTrace stored() {
        return server.service(MailTrace.class, StoredMailTrace.class);
    }

    /** Returns what the operation shows for an id. */
    JsonNode of(String id) {
        return server.json(operations()
                .trace(id, null, null, null, null, null, page(100, ""))
                .value());
    }

    JsonNode find(@Nullable String sender, @Nullable String recipient, @Nullable String tenant, PageRequest page) {
        return server.json(operations()
                .trace(null, sender, recipient, null, null, tenant, page)
                .value());
    }

    JsonNode to(String recipient) {
        return find(null, recipient, null, page(100, ""));
    }

    JsonNode between(@Nullable String since, @Nullable String until, String recipient) {
        return server.json(operations()
                .trace(null, null, recipient, since, until, null, page(100, ""))
                .value());
    }

    static PageRequest page(int limit, String cursor) {
        return new PageRequest(limit, cursor);
    }

    /** Returns values of the members of a list, one line for each. */
    static List<String> lines(JsonNode list, String... members) {
        List<String> lines = new ArrayList<>();
        for (JsonNode one : list) {
            lines.add(String.join(
                    " ", Stream.of(members).map(name -> one.path(name).asText()).toList()));
        }
        return lines;
    }

    /** Returns the state, the recipient and the reply of the events. */
    static List<String> events(JsonNode trace) {
        return lines(trace.path("events"), "state", "recipient", "reply");
    }

    long count() {
        return server.store()
                .read(Scope.system(), snapshot -> snapshot.sql().number("SELECT count(*) FROM mail_trace"));
    }

    long dropped() {
        List<Long> values = new ArrayList<>();
        stored().collect(new MetricSink() {
            @Override
            public void counter(String name, String help, long value, String... labels) {
                values.add(value);
            }

            @Override
            public void gauge(String name, String help, double value, String... labels) {}

            @Override
            public void histogram(String name, String help, Histogram timings, String... labels) {}
        });
        return values.get(0);
    }

    static InetAddress client(int number) {
        try {
            return InetAddress.getByAddress(
                    new byte[] {10, (byte) (number >> 16), (byte) (number >> 8), (byte) number});
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    /** Refuses a recipient. */
    void refuse(InetAddress client, String id, String sender, String... recipients) {
        refuseAt(server.now(), client, id, sender, recipients);
    }

    /** Refuses a recipient at an earlier time: the refusal was buffered since then. */
    void refuseAt(Instant at, InetAddress client, String id, String sender, String... recipients) {
        Arrival arrival = new Arrival(client, "mx.far.test", "ESMTP", Optional.empty(), at, "smtp", id);
        server.service(MailTrace.class)
                .refused(new RefusedMail(
                        arrival,
                        Optional.empty(),
                        Optional.of(sender),
                        List.of(recipients),
                        0,
                        SmtpReply.of("550 5.1.1 No account has this address.")));
    }
}

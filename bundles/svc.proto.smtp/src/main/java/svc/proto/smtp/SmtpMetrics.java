package svc.proto.smtp;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.osgi.service.component.annotations.Component;
import svc.api.delivery.SmtpReply;
import svc.api.metrics.CommandCounter;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.proto.smtp.CommandLine.Verb;

/** Counts commands, refusals and messages. Thread-safe. */
@Component(service = {MetricSource.class, SmtpMetrics.class})
public final class SmtpMetrics implements MetricSource {

    private final CommandCounter commands = new CommandCounter();
    private final Map<Refusal, LongAdder> refusals = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> received = new ConcurrentHashMap<>();

    private static String result(int code) {
        return switch (code / 100) {
            case 4 -> "deferred";
            case 5 -> "refused";
            default -> "ok";
        };
    }

    void command(Role role, Verb verb, int code) {
        commands.count(role.protocol(), verb.label(), result(code));
    }

    void refused(Refusal refusal) {
        refusals.computeIfAbsent(refusal, any -> new LongAdder()).increment();
    }

    void received(SmtpReply reply) {
        received.computeIfAbsent(result(reply.code()), any -> new LongAdder()).increment();
    }

    @Override
    public void collect(MetricSink sink) {
        commands.collect(sink);
        refusals.forEach((refusal, count) -> sink.counter(
                "smtp_refused_total",
                "Negative replies of SMTP, submission and LMTP",
                count.sum(),
                "reason",
                refusal.reason()));
        received.forEach((result, count) -> sink.counter(
                "mail_received_total",
                "Recipients of messages by SMTP, submission and LMTP",
                count.sum(),
                "result",
                result));
    }
}

package svc.proto.smtp;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.osgi.service.component.annotations.Component;
import svc.api.delivery.SmtpReply;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.proto.smtp.CommandLine.Verb;

/** Counts commands, refusals and messages. Thread-safe. */
@Component(service = {MetricSource.class, SmtpMetrics.class})
public final class SmtpMetrics implements MetricSource {

    private final Map<Command, LongAdder> commands = new ConcurrentHashMap<>();
    private final Map<Refusal, LongAdder> refusals = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> received = new ConcurrentHashMap<>();

    private record Command(Role role, Verb verb, String result) {}

    private static String result(int code) {
        return switch (code / 100) {
            case 4 -> "deferred";
            case 5 -> "refused";
            default -> "ok";
        };
    }

    void command(Role role, Verb verb, int code) {
        commands.computeIfAbsent(new Command(role, verb, result(code)), any -> new LongAdder())
                .increment();
    }

    void refused(Refusal refusal) {
        refusals.computeIfAbsent(refusal, any -> new LongAdder()).increment();
    }

    void received(SmtpReply reply) {
        received.computeIfAbsent(result(reply.code()), any -> new LongAdder()).increment();
    }

    @Override
    public void collect(MetricSink sink) {
        commands.forEach((command, count) -> sink.counter(
                "commands_total",
                "Commands of mail clients and mail servers",
                count.sum(),
                "protocol",
                command.role().protocol(),
                "command",
                command.verb().label(),
                "result",
                command.result()));
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

package svc.mail.domains.proof;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.time.Clock;
import svc.mail.domains.proof.MailDomain.Kind;
import svc.mail.domains.proof.MailDomain.State;

/** Counts the checks of proofs, and the registered domains by state. Thread-safe. */
@Component(service = {MetricSource.class, ProofMetrics.class})
public final class ProofMetrics implements MetricSource {

    private static final String DOMAINS = "mail_domains";
    private static final String DOMAINS_HELP = "Registered mail domains by kind and state of the DNS proof.";

    private final RegisteredDomains domains;
    private final Clock clock;
    private final Map<String, LongAdder> checks = new ConcurrentHashMap<>();

    @Activate
    public ProofMetrics(@Reference RegisteredDomains domains, @Reference Clock clock) {
        this.domains = domains;
        this.clock = clock;
    }

    void count(String result) {
        checks.computeIfAbsent(result, key -> new LongAdder()).increment();
    }

    @Override
    public void collect(MetricSink sink) {
        List<MailDomain> all = domains.all();
        for (Kind kind : Kind.values()) {
            List<MailDomain> ofKind =
                    all.stream().filter(domain -> domain.kind() == kind).toList();
            for (State state : State.values()) {
                long count = ofKind.stream()
                        .filter(domain -> domain.suspendedAt().isEmpty() && domain.state() == state)
                        .count();
                sink.gauge(DOMAINS, DOMAINS_HELP, (double) count, "kind", kind.word(), "state", state.word());
            }
            long suspended = ofKind.stream()
                    .filter(domain -> domain.suspendedAt().isPresent())
                    .count();
            sink.gauge(DOMAINS, DOMAINS_HELP, (double) suspended, "kind", kind.word(), "state", "suspended");
        }
        Instant now = clock.now();
        sink.gauge("mail_domains_deferred", "Registered mail domains whose mail is deferred with 451 4.7.1.", (double)
                all.stream().filter(domain -> domain.deferral(now).isPresent()).count());
        new TreeMap<>(checks)
                .forEach((result, count) -> sink.counter(
                        "mail_domain_checks_total",
                        "Checks of DNS proofs of mail domains by result.",
                        count.sum(),
                        "result",
                        result));
    }
}

package svc.dns;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.xbill.DNS.RRset;
import svc.api.metrics.Histogram;
import svc.api.metrics.MetricSink;
import svc.dns.Settings.Dnssec;
import svc.testclock.AdvanceableClock;

/** What the tests of the resolver share: a clock, a server and the resolvers that a test creates. */
abstract class Fixture {

    static final Duration TIMEOUT = Duration.ofSeconds(8);

    final AdvanceableClock clock = new AdvanceableClock();
    final LookupCounters counters = new LookupCounters();
    final DnsServer server = new DnsServer();
    private final List<CachingResolver> resolvers = new ArrayList<>();

    @AfterEach
    final void stop() {
        resolvers.forEach(CachingResolver::stop);
        server.close();
        clock.stop();
    }

    final CachingResolver resolver(Settings settings) {
        CachingResolver resolver = new CachingResolver(settings, clock, counters);
        resolvers.add(resolver);
        return resolver;
    }

    final CachingResolver insecure(InetSocketAddress... servers) {
        return resolver(settings(Dnssec.OFF, TIMEOUT, TrustAnchors.builtIn(), servers));
    }

    static Settings settings(Dnssec dnssec, Duration timeout, List<RRset> anchors, InetSocketAddress... servers) {
        return new Settings(Arrays.asList(servers), dnssec, anchors, timeout, 1_000_000);
    }

    /** Returns the counters of the lookups by result. */
    final Map<String, Long> counted() {
        Map<String, Long> seen = new TreeMap<>();
        counters.collect(new MetricSink() {
            @Override
            public void counter(String name, String help, long value, String... labels) {
                seen.put(labels[1], value);
            }

            @Override
            public void gauge(String name, String help, double value, String... labels) {}

            @Override
            public void histogram(String name, String help, Histogram timings, String... labels) {}
        });
        seen.values().removeIf(value -> value == 0);
        return seen;
    }
}

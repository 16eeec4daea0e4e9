package svc.telemetry;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.metrics.Histogram;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;

/** Reads the counters of all bundles. Thread-safe. */
@Component(service = Counters.class)
public final class Counters {

    private static final Logger LOG = LoggerFactory.getLogger(Counters.class);

    private final List<MetricSource> sources = new CopyOnWriteArrayList<>();

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC, unbind = "remove")
    public void add(MetricSource source) {
        sources.add(source);
    }

    void remove(MetricSource source) {
        sources.remove(source);
    }

    /** Returns the sum of each counter over its labels. If a source fails, only its own counters are missing. */
    SortedMap<String, Long> read() {
        Sums sums = new Sums();
        for (MetricSource source : sources) {
            try {
                source.collect(sums);
            } catch (RuntimeException e) {
                LOG.warn("{} could not report its counters", source.getClass().getName(), e);
            }
        }
        return sums.byName;
    }

    private static final class Sums implements MetricSink {

        private final SortedMap<String, Long> byName = new TreeMap<>();

        @Override
        public void counter(String name, String help, long value, String... labels) {
            byName.merge(name, value, Long::sum);
        }

        @Override
        public void gauge(String name, String help, double value, String... labels) {
            // A report contains only counters.
        }

        @Override
        public void histogram(String name, String help, Histogram timings, String... labels) {
            // A report contains only counters.
        }
    }
}

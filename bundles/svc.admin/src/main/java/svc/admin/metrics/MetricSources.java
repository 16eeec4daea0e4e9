package svc.admin.metrics;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;

/** Collects the metrics of all registered sources. Thread-safe. */
@Component(service = MetricSources.class)
public final class MetricSources {

    private static final Logger LOG = LoggerFactory.getLogger(MetricSources.class);

    private final List<MetricSource> sources = new CopyOnWriteArrayList<>();

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "remove")
    public void add(MetricSource source) {
        sources.add(source);
    }

    void remove(MetricSource source) {
        sources.remove(source);
    }

    /** Returns all metrics in the text format of Prometheus. */
    String text() {
        PrometheusTextWriter exposition = new PrometheusTextWriter();
        tell(exposition);
        return exposition.text();
    }

    /** Collects all metrics. If a source fails, only its own metrics are missing. */
    public void tell(MetricSink sink) {
        for (MetricSource source : sources) {
            try {
                source.collect(sink);
            } catch (RuntimeException | LinkageError e) {
                LOG.warn("{} failed to tell its metrics", source.getClass().getName(), e);
            }
        }
    }
}

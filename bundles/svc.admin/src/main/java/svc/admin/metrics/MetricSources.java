package svc.admin;

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

/** All sources of metrics that are there. */
@Component(service = MetricSources.class)
public final class MetricSources {

    private static final Logger LOG = LoggerFactory.getLogger(MetricSources.class);

    private final List<MetricSource> sources = new CopyOnWriteArrayList<>();

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "remove")
    void add(MetricSource source) {
        sources.add(source);
    }

    void remove(MetricSource source) {
        sources.remove(source);
    }

    /** What all of them tell, as text. */
    String text() {
        Exposition exposition = new Exposition();
        tell(exposition);
        return exposition.text();
    }

    /** What all of them tell. A source that fails leaves out its own numbers only. */
    void tell(MetricSink sink) {
        for (MetricSource source : sources) {
            try {
                source.tell(sink);
            } catch (RuntimeException | LinkageError e) {
                LOG.warn("{} failed to tell its metrics", source.getClass().getName(), e);
            }
        }
    }
}

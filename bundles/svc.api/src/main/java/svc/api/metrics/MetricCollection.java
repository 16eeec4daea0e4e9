package svc.api.metrics;

import org.osgi.annotation.versioning.ProviderType;

/** The metrics of all bundles. Available as a service. Thread-safe. */
@ProviderType
public interface MetricCollection {

    /** Reports the metrics of all registered sources. If a source fails, only its own metrics are missing. */
    void collect(MetricSink sink);
}

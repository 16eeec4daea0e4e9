package svc.api.metrics;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Service that reports metrics for {@code /metrics}. Register it as a service. The bundle itself counts the events;
 * counting should be cheap ({@link java.util.concurrent.atomic.LongAdder}, {@link Histogram}).
 *
 * <p>Threading: {@link #collect} is called on the thread of the request to {@code /metrics} and must return quickly.
 * Lifecycle: called while the service is registered. If the source throws, the exception is logged, and only the
 * metrics of this source are missing.
 */
@ConsumerType
public interface MetricSource {

    /** Reports all metrics of this source. */
    void collect(MetricSink sink);
}

package svc.api.metrics;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Tells numbers to whoever scrapes {@code /metrics}: register it as a service. Counting itself is the bundle's own business
 * and should cost next to nothing ({@link java.util.concurrent.atomic.LongAdder}, {@link Timings}).
 *
 * <p>Threading: {@link #tell} is called on the thread of the scrape and must be quick. Lifecycle: asked while the service is
 * registered; what it throws is logged and leaves out its own numbers only.
 */
@ConsumerType
public interface MetricSource {

    /** Tells all of its numbers. */
    void tell(MetricSink sink);
}

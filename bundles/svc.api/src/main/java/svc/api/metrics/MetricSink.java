package svc.api.metrics;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Takes numbers. A name is what follows {@code svc_}: small letters, digits and underscores, with its unit at the end
 * ({@code store_commits_total}, {@code request_seconds}); labels are names and values in turn. A label says which kind of
 * thing it is, never which one: no account, address, id or anything else that somebody outside chooses, for then the number
 * of series would grow with them.
 *
 * <p>Threading: the thread that {@link MetricSource#tell} was called on.
 */
@ProviderType
public interface MetricSink {

    /** A number that only grows while the server runs; its name ends with {@code _total}. */
    void counter(String name, String help, long value, String... labels);

    /** A number that goes up and down. */
    void gauge(String name, String help, double value, String... labels);

    /** How long things took; its name ends with {@code _seconds}. */
    void timings(String name, String help, Timings timings, String... labels);
}

package svc.api.metrics;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Receives metrics. A name is given without the prefix {@code svc_}: small letters, digits and underscores, with the
 * unit at the end ({@code store_commits_total}, {@code request_seconds}). Labels are alternating names and values. A
 * label must not contain accounts, addresses, ids or other values that clients choose, because the number of series
 * would grow with them.
 *
 * <p>Threading: used only on the thread that calls {@link MetricSource#collect}.
 */
@ProviderType
public interface MetricSink {

    /** Reports a number that only increases while the server runs; its name ends with {@code _total}. */
    void counter(String name, String help, long value, String... labels);

    /** Reports a number that can increase and decrease. */
    void gauge(String name, String help, double value, String... labels);

    /** Reports a distribution of durations; its name ends with {@code _seconds}. */
    void histogram(String name, String help, Histogram timings, String... labels);
}

package svc.telemetry;

import java.util.SortedMap;

/**
 * A usage report. It contains no addresses, domains or names: counters are summed over their labels.
 *
 * @param instanceId the random id of the instance
 * @param version the version of the server
 * @param windowSeconds the time that the counters cover
 * @param counters the increase of each counter in this time
 */
record TelemetryReport(String instanceId, String version, long windowSeconds, SortedMap<String, Long> counters) {}

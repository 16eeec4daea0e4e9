package svc.api.jmap;

/**
 * The limits in force, for the components that enforce or advertise them. The record is registered as a service. When a
 * limit changes, a new record is registered.
 *
 * @param maxSizeUpload maximum size of an upload in bytes
 * @param maxConcurrentUpload maximum concurrent uploads per account
 * @param maxSizeRequest maximum size of a request in bytes
 * @param maxConcurrentRequests maximum concurrent requests per account
 * @param maxCallsInRequest maximum method calls in a request
 * @param maxObjectsInGet maximum objects in a {@code /get}
 * @param maxObjectsInSet maximum objects in a {@code /set}
 * @param maxQueryLimit maximum ids in the answer to a {@code /query}
 * @param maxChanges maximum changes in the answer to a {@code /changes} without {@code maxChanges}
 */
public record JmapLimits(
        long maxSizeUpload,
        int maxConcurrentUpload,
        int maxSizeRequest,
        int maxConcurrentRequests,
        int maxCallsInRequest,
        int maxObjectsInGet,
        int maxObjectsInSet,
        int maxQueryLimit,
        int maxChanges) {}

package svc.api.jmap;

/**
 * The limits that are in force, for those who enforce and for those who advertise them. A service; a changed limit is a new
 * service.
 *
 * @param maxSizeUpload bytes of an upload
 * @param maxConcurrentUpload uploads of an account at once
 * @param maxSizeRequest bytes of a request
 * @param maxConcurrentRequests requests of an account at once
 * @param maxCallsInRequest method calls in a request
 * @param maxObjectsInGet objects of a {@code /get}
 * @param maxObjectsInSet objects of a {@code /set}
 * @param maxQueryLimit ids of a {@code /query}
 * @param maxChanges changes of a {@code /changes} when the client does not say
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

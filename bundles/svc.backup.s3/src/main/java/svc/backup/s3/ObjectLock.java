package svc.backup.s3;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The lock of a version of an object.
 *
 * @param mode the mode of the retention; empty if there is none
 * @param until when the retention ends; {@link Instant#MIN} if there is none
 * @param hold whether a legal hold prevents the deletion at any time
 */
record ObjectLock(String mode, Instant until, boolean hold) {

    private static final int NOT_FOUND = 404;
    private static final int BAD_METHOD = 405; // The version is a delete marker.

    /** Reads the lock of a version; empty if the object does not exist. */
    static Optional<ObjectLock> of(S3Client client, String key, Optional<String> version) throws IOException {
        S3Request request = S3Request.of("HEAD", key);
        S3Client.Reply reply = client.call(
                version.isPresent() ? request.query("versionId", version.get()) : request, NOT_FOUND, BAD_METHOD);
        return reply.status() == NOT_FOUND || reply.status() == BAD_METHOD
                ? Optional.empty()
                : Optional.of(of(reply.fields()));
    }

    private static ObjectLock of(Map<String, String> fields) throws S3Exception {
        String until = fields.getOrDefault("x-amz-object-lock-retain-until-date", "");
        boolean hold = fields.getOrDefault("x-amz-object-lock-legal-hold", "").equals("ON");
        try {
            return new ObjectLock(
                    fields.getOrDefault("x-amz-object-lock-mode", ""),
                    until.isEmpty() ? Instant.MIN : Instant.parse(until),
                    hold);
        } catch (DateTimeException e) {
            throw new S3Exception("The object storage gives the end of a lock in a form that is not known.");
        }
    }

    /** Returns whether the version cannot be deleted at a time. */
    boolean isHeld(Instant now) {
        return hold || until.isAfter(now);
    }
}

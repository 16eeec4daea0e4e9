package svc.backup.s3;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Optional;

/**
 * The object lock of a bucket.
 *
 * @param mode the mode of the default retention, {@code GOVERNANCE} or {@code COMPLIANCE}
 * @param retention the default retention; zero if there is none
 */
record BucketLock(String mode, Duration retention) {

    /** The shortest default retention of a bucket (BAK-03). */
    static final Duration SHORTEST = Duration.ofDays(7);

    private static final int NOT_IMPLEMENTED = 501;
    private static final long DAYS_OF_A_YEAR = 365;

    /** Returns the object lock of a bucket; empty if it has none. */
    static Optional<BucketLock> of(S3Client client) throws IOException {
        XmlDocument document;
        try {
            document = client.document(S3Request.of("GET", "").query("object-lock", ""));
        } catch (S3Exception e) {
            if (e.code().equals("ObjectLockConfigurationNotFoundError") || e.status() == NOT_IMPLEMENTED) {
                return Optional.empty();
            }
            throw e;
        }
        if (!document.get("ObjectLockEnabled").equals("Enabled")) {
            return Optional.empty();
        }
        return Optional.of(document.rows().stream()
                .filter(row -> row.name().equals("Rule"))
                .findFirst()
                .map(row -> new BucketLock(row.get("Mode"), retention(row)))
                .orElse(new BucketLock("", Duration.ZERO)));
    }

    private static Duration retention(XmlDocument.Row rule) {
        try {
            return rule.get("Years").isEmpty()
                    ? Duration.ofDays(Long.parseLong(rule.get("Days")))
                    : Duration.ofDays(Math.multiplyExact(Long.parseLong(rule.get("Years")), DAYS_OF_A_YEAR));
        } catch (ArithmeticException | NumberFormatException | DateTimeException e) {
            return Duration.ZERO;
        }
    }

    /** Refuses a bucket in which others could delete backups at once. */
    static void require(Bucket bucket, Optional<BucketLock> lock) throws S3Exception {
        String remedy = " Set a default retention of at least 7 days, or require_lock = false in [backup.s3] to do"
                + " without this protection.";
        if (lock.isEmpty()) {
            throw new S3Exception("The bucket " + bucket.name() + " has no object lock." + remedy);
        } else if (lock.get().retention().isZero()) {
            throw new S3Exception(
                    "The object lock of the bucket " + bucket.name() + " has no default retention." + remedy);
        } else if (lock.get().retention().compareTo(SHORTEST) < 0) {
            throw new S3Exception("The default retention of the bucket " + bucket.name() + " is "
                    + lock.get().retention().toDays() + " days." + remedy);
        }
    }
}

package svc.backup.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Optional;
import svc.api.time.Clock;
import svc.backup.api.BackupTarget.ObjectLocks;

/** The retentions of the objects of a bucket with an object lock. Thread-safe. */
final class S3Locks implements ObjectLocks {

    /** The longest retention that is ever set: a lock in compliance mode cannot be taken back. */
    static final Duration LONGEST = Duration.ofDays(400);

    /** An object is prolonged by more than is needed, so that not each run prolongs all objects. */
    private static final Duration MARGIN = Duration.ofDays(1);

    private final S3Client client;
    private final BucketObjects objects;
    private final String prefix;
    private final BucketLock lock;
    private final Clock clock;

    S3Locks(S3Client client, BucketObjects objects, String prefix, BucketLock lock, Clock clock) {
        this.client = client;
        this.objects = objects;
        this.prefix = prefix;
        this.lock = lock;
        this.clock = clock;
    }

    @Override
    public boolean isLocked(String name) throws IOException {
        try {
            return ObjectLock.of(client, prefix + name, objects.version(name))
                    .filter(held -> held.isHeld(clock.now()))
                    .isPresent();
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    @Override
    public void prolong(Collection<String> names, Duration interval) throws IOException {
        Instant now = clock.now();
        Duration needed = shorter(lock.retention().plus(interval));
        Instant until = now.plus(shorter(needed.plus(MARGIN))).truncatedTo(ChronoUnit.SECONDS);
        for (String name : names) {
            Optional<String> version = objects.version(name);
            ObjectLock held =
                    ObjectLock.of(client, prefix + name, version).orElseThrow(() -> new NoSuchFileException(name));
            if (held.until().isBefore(now.plus(needed))) {
                retain(name, version, held.mode().isEmpty() ? lock.mode() : held.mode(), until);
            }
        }
    }

    private static Duration shorter(Duration wanted) {
        return wanted.compareTo(LONGEST) < 0 ? wanted : LONGEST;
    }

    private void retain(String name, Optional<String> version, String mode, Instant until) throws IOException {
        String content = "<Retention xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Mode>" + mode
                + "</Mode><RetainUntilDate>" + until + "</RetainUntilDate></Retention>";
        S3Request request = S3Request.of("PUT", prefix + name)
                .query("retention", "")
                .body(S3Request.Content.of(content.getBytes(UTF_8)));
        client.call(version.isPresent() ? request.query("versionId", version.get()) : request);
    }
}

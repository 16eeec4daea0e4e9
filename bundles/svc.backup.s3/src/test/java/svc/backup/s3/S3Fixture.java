package svc.backup.s3;

import java.io.Closeable;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import svc.api.http.client.OutboundHttpClient;
import svc.api.time.Clock;
import svc.backup.api.BackupTarget;
import svc.backup.api.TargetFactory.Purpose;
import svc.http.client.JettyHttpClient;
import svc.testkit.ManualClock;

/** A storage, and targets in it. */
final class S3Fixture implements Closeable {

    static final String LOCATION = "s3://" + S3Stub.BUCKET + "/a/b";
    static final Map<String, String> KEY =
            Map.of("AWS_ACCESS_KEY_ID", S3Stub.ID, "AWS_SECRET_ACCESS_KEY", S3Stub.SECRET);

    final S3Stub stub;
    final List<Duration> pauses = new ArrayList<>();
    final ManualClock clock;
    final Path home;
    String endpoint;
    String region = S3Stub.REGION;
    boolean lockRequired = true;
    S3Upload.Sizes sizes = S3Upload.Sizes.DEFAULT;

    OutboundHttpClient http;

    private final JettyHttpClient jetty = new JettyHttpClient(new Idle());

    S3Fixture(Path temp, ManualClock clock, Optional<BucketLock> lock) throws IOException {
        this.clock = clock;
        this.home = temp.resolve("home");
        this.stub = new S3Stub(Files.createDirectories(temp.resolve("storage")), clock::now, lock);
        this.endpoint = stub.url();
        this.http = jetty;
    }

    /** A clock for time limits that never end. */
    private static final class Idle implements Clock {

        @Override
        public Instant now() {
            throw new UnsupportedOperationException();
        }

        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public Alarm schedule(Duration delay, Runnable task) {
            return () -> true;
        }
    }

    static Optional<BucketLock> days(int days) {
        return Optional.of(new BucketLock("COMPLIANCE", Duration.ofDays(days)));
    }

    S3Targets targets(Map<String, String> environment) {
        return new S3Targets(home, environment, new Config(), () -> http, clock, pauses::add, sizes);
    }

    BackupTarget open() throws IOException {
        return targets(KEY).open(LOCATION, Purpose.BACKUP);
    }

    // Configurations are never compared.
    @SuppressWarnings({"BadAnnotationImplementation", "ImmutableAnnotationChecker"})
    private final class Config implements S3Config {

        @Override
        public String endpoint() {
            return endpoint;
        }

        @Override
        public String region() {
            return region;
        }

        @Override
        public boolean path_style() {
            return true;
        }

        @Override
        public boolean require_lock() {
            return lockRequired;
        }

        @Override
        public Class<? extends Annotation> annotationType() {
            return S3Config.class;
        }
    }

    @Override
    public void close() throws IOException {
        jetty.stop();
        stub.close();
    }
}

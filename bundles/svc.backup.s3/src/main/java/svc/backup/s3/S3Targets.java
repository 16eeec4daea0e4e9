package svc.backup.s3;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.http.client.OutboundHttpClient;
import svc.api.time.Clock;
import svc.backup.api.BackupTarget;
import svc.backup.api.TargetFactory;

/** Opens targets in buckets. Checks the clock and the object lock of a bucket before it is used. */
@Component(configurationPid = "svc.backup.s3")
@Designate(ocd = S3Config.class)
public final class S3Targets implements TargetFactory {

    private static final Logger LOG = LoggerFactory.getLogger(S3Targets.class);

    private final Path home;
    private final Map<String, String> environment;
    private final S3Config config;
    private final Supplier<OutboundHttpClient> http;
    private final Clock clock;
    private final S3Client.Pause pause;
    private final S3Upload.Sizes sizes;
    private final AtomicBoolean warned = new AtomicBoolean();

    @Activate
    public S3Targets(
            BundleContext context,
            S3Config config,
            @Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption = ReferencePolicyOption.GREEDY)
                    @Nullable
                    OutboundHttpClient http,
            @Reference Clock clock) {
        this(
                Path.of(String.valueOf(context.getProperty("svc.home"))),
                System.getenv(),
                config,
                http == null ? JdkHttpClient::new : () -> http,
                clock,
                S3Client.Pause.of(clock),
                S3Upload.Sizes.DEFAULT);
    }

    /** Creates the object without the component runtime. */
    S3Targets(
            Path home,
            Map<String, String> environment,
            S3Config config,
            Supplier<OutboundHttpClient> http,
            Clock clock,
            S3Client.Pause pause,
            S3Upload.Sizes sizes) {
        this.home = home.toAbsolutePath();
        this.environment = environment;
        this.config = config;
        this.http = http;
        this.clock = clock;
        this.pause = pause;
        this.sizes = sizes;
    }

    @Override
    public String scheme() {
        return "s3";
    }

    @Override
    public BackupTarget open(String location, Purpose purpose) throws IOException {
        Bucket bucket = Bucket.of(location, config, environment);
        S3Client client = new S3Client(http.get(), clock, pause, bucket, Credentials.of(home, environment));
        Optional<BucketLock> lock = BucketLock.of(client);
        if (purpose == Purpose.BACKUP && config.require_lock()) {
            BucketLock.require(bucket, lock);
        }
        if (lock.isPresent() && lock.get().mode().equals("GOVERNANCE") && warned.compareAndSet(false, true)) {
            LOG.warn(
                    "The object lock of the bucket {} has the mode GOVERNANCE: accounts with the right"
                            + " s3:BypassGovernanceRetention can delete backups before their retention ends",
                    bucket.name());
        }
        return target(client, bucket.prefix(), lock);
    }

    private BackupTarget target(S3Client client, String prefix, Optional<BucketLock> lock) {
        Path folder = home.resolve("cache/backup-s3");
        if (lock.isEmpty()) {
            return new S3Target(client, new PlainObjects(client, prefix), Optional.empty(), prefix, folder, sizes);
        }
        VersionedObjects objects = new VersionedObjects(client, prefix, lock.get(), clock);
        Optional<BackupTarget.ObjectLocks> locks = lock.filter(
                        held -> !held.retention().isZero())
                .map(held -> new S3Locks(client, objects, prefix, held, clock));
        return new S3Target(client, objects, locks, prefix, folder, sizes);
    }
}

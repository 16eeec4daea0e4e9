package svc.blobs.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.health.ReadinessCheck;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.blobs.files.disk.DurableFiles;
import svc.blobs.files.disk.Quarantine;

/**
 * Checks the keys of the blobs, the blob folder and its free space, read errors, and the quarantine. Publishes the
 * counters of the blob store as metrics.
 */
@Component
public final class BlobHealth implements HealthCheck, MetricSource, ReadinessCheck {

    private static final String KEY = "blob-key";
    private static final long MEBIBYTE = 1L << 20;
    private static final long LOW_SPACE = 1L << 30;
    private static final long NO_SPACE = 64 * MEBIBYTE;

    private final FileBlobs blobs;

    @Activate
    public BlobHealth(@Reference FileBlobs blobs) {
        this.blobs = blobs;
    }

    @Override
    public String family() {
        return "storage";
    }

    @Override
    public void collect(MetricSink sink) {
        blobs.tally().tell(sink);
    }

    /**
     * Returns a problem if the file of the master key is missing or cannot be read: without the key, no message can be
     * read or stored (HLTH-03).
     */
    @Override
    public Optional<String> unreadiness() {
        return Files.isReadable(blobs.master().path())
                ? Optional.empty()
                : Optional.of("The blob key is missing or cannot be read.");
    }

    @Override
    public List<Finding> run() {
        return List.of(key(), folder(), damage(), quarantine());
    }

    private Finding quarantine() {
        String check = "blob-quarantine";
        Quarantine quarantine = blobs.quarantine();
        try {
            long files = quarantine.count();
            return files == 0
                    ? Finding.ok(check, "No blob file is in quarantine.")
                    : Finding.warn(
                                    check,
                                    files + " blob files that are not in the restored database are in "
                                            + quarantine.path() + ".",
                                    "Delete the folder when you are sure that no newer database will be restored.")
                            .with(Map.of("files", files));
        } catch (IOException | UncheckedIOException e) {
            return Finding.fail(check, quarantine.path() + " cannot be read.", "Make sure that svc can read there.");
        }
    }

    private Finding key() {
        try {
            List<BlobKeyException> troubles = blobs.rings().troubles();
            if (!troubles.isEmpty()) {
                BlobKeyException first = troubles.get(0);
                return Finding.fail(KEY, first.what(), first.remedy()).with(Map.of("troubles", troubles.size()));
            }
        } catch (IOException e) {
            return Finding.fail(
                    KEY, "The encryption keys of the blobs cannot be read.", "Check that the disk is mounted.");
        }
        Path file = blobs.master().path();
        if (!Files.exists(file)) {
            return Finding.skipped(KEY, "There is no blob and no key yet; the next start creates the key.");
        }
        return blobs.master().exposed()
                ? Finding.warn(
                        KEY,
                        "Users other than the owner can read or write the blob key " + file + ".",
                        "Run `chmod 600 " + file
                                + "`; if others could have read it, also run `svc blobs rotate-master-key` and"
                                + " `svc blobs rotate-key`.")
                : Finding.ok(KEY, "The blob key decrypts the data keys of every organization.");
    }

    private Finding folder() {
        String check = "blob-folder";
        Path nearest = blobs.folder().path();
        while (!Files.exists(nearest)) {
            nearest = DurableFiles.parent(nearest);
        }
        if (!Files.isDirectory(nearest) || !Files.isWritable(nearest)) {
            return Finding.fail(
                    check,
                    "The folder of the blobs, " + nearest + ", cannot be written.",
                    "Make sure that svc can write there.");
        }
        try {
            long free = Files.getFileStore(nearest).getUsableSpace();
            Map<String, Object> facts = Map.of("free_bytes", free);
            String left = free / MEBIBYTE + " MiB are free on the disk of the blobs.";
            if (blobs.room().lacking()) {
                return Finding.fail(
                                check,
                                "The last blob did not fit on the disk; " + left,
                                "Free disk space, or raise the quota: uploads are rejected until then.")
                        .with(facts);
            } else if (free < NO_SPACE) {
                return Finding.fail(check, left, "Free disk space now: soon no blob can be stored.")
                        .with(facts);
            }
            return free < LOW_SPACE
                    ? Finding.warn(check, left, "Free disk space before it runs out.")
                            .with(facts)
                    : Finding.ok(check, left).with(facts);
        } catch (IOException e) {
            return Finding.fail(check, "The free space cannot be read.", "Check that the disk is mounted.");
        }
    }

    private Finding damage() {
        String check = "blob-damage";
        long found = blobs.tally().damages();
        Map<String, Object> facts = Map.of("damaged_reads", found);
        return found == 0
                ? Finding.ok(check, "No read of a blob has found damage since the start.")
                        .with(facts)
                : Finding.fail(
                                check,
                                found + " reads of blobs have found damage since the start.",
                                "Run `svc blobs scrub`, which names the damaged blobs, and restore their files from a backup.")
                        .with(facts);
    }
}

package svc.blobs.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;

/** Looks whether the keys of the blobs are there and nobody else's, and whether blobs can be written. */
@Component
public final class BlobHealth implements HealthCheck {

    private static final String KEY = "blob-key";
    private static final long MEBIBYTE = 1L << 20;
    private static final long LOW_SPACE = 1L << 30;
    private static final long NO_SPACE = 64 * MEBIBYTE;

    private final FileBlobs blobs;

    /** Looks at this store. */
    @Activate
    public BlobHealth(@Reference FileBlobs blobs) {
        this.blobs = blobs;
    }

    @Override
    public String family() {
        return "storage";
    }

    @Override
    public List<Finding> examine() {
        return List.of(key(), folder(), damage());
    }

    private Finding key() {
        try {
            List<KeyTrouble> troubles = blobs.rings().troubles();
            if (!troubles.isEmpty()) {
                KeyTrouble first = troubles.get(0);
                return Finding.fail(KEY, first.what(), first.remedy()).with(Map.of("troubles", troubles.size()));
            }
        } catch (IOException e) {
            return Finding.fail(KEY, "The keys of the blobs cannot be read.", "Look whether the disk is still there.");
        }
        Path file = blobs.master().path();
        if (!Files.exists(file)) {
            return Finding.skipped(KEY, "There is no blob yet, and no key: the next start makes one.");
        }
        return blobs.master().exposed()
                ? Finding.warn(
                        KEY,
                        "Others than its owner may read or write the key of the blobs, " + file + ".",
                        "Run chmod 0600 on it; if others did read it, svc blobs rotate-master-key and rotate-key.")
                : Finding.ok(KEY, "The key of the blobs opens those of every organization.");
    }

    private Finding folder() {
        String check = "blob-folder";
        Path nearest = blobs.folder().path();
        while (!Files.exists(nearest)) {
            nearest = Disk.parent(nearest);
        }
        if (!Files.isDirectory(nearest) || !Files.isWritable(nearest)) {
            return Finding.fail(
                    check,
                    "The folder of the blobs, " + nearest + ", cannot be written.",
                    "See that svc may write there.");
        }
        try {
            long free = Files.getFileStore(nearest).getUsableSpace();
            Map<String, Object> facts = Map.of("free_bytes", free);
            String left = free / MEBIBYTE + " MiB are free where the blobs are.";
            if (blobs.room().lacking()) {
                return Finding.fail(
                                check,
                                "The last blob found no room on the disk; " + left,
                                "Make room, or raise the quota: no upload is kept until then.")
                        .with(facts);
            } else if (free < NO_SPACE) {
                return Finding.fail(check, left, "Make room now: soon no blob can be kept.")
                        .with(facts);
            }
            return free < LOW_SPACE
                    ? Finding.warn(check, left, "Make room before it is needed.")
                            .with(facts)
                    : Finding.ok(check, left).with(facts);
        } catch (IOException e) {
            return Finding.fail(check, "The free space cannot be read.", "Look whether the disk is still there.");
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
                                "Look into the log for the blobs, and put their files back from a backup.")
                        .with(facts);
    }
}

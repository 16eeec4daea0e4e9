package svc.blobs.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.blobs.files.pack.PackFolder;

/** The operation, the health check and the metrics of packs. */
@Component
public final class PackOperations implements OperationGroup, HealthCheck, MetricSource {

    private static final String CHECK = "blob-packs";

    private final PackedBlobs blobs;

    @Activate
    public PackOperations(@Reference PackedBlobs blobs) {
        this.blobs = blobs;
    }

    /** The number of blobs that are in files now. */
    public record Unpacked(long blobs) {}

    @Operation(
            command = "blobs unpack",
            help = "Store each small blob in its own file, as releases before 0.40 expect it; stop the server before",
            needs = Needs.STORE)
    public Unpacked unpack() {
        try {
            return new Unpacked(blobs.parts().unpacking().unpackAll());
        } catch (IOException e) {
            throw new OperationException(
                    Reason.CONFLICT,
                    "The blobs cannot be stored in files: " + e
                            + ". Check that svc may write in data/blobs and that the disk has room, then run the command"
                            + " again: it continues where it stopped.");
        }
    }

    @Override
    public String family() {
        return "storage";
    }

    /** The number of packs on the disk and of their bytes. */
    private record Known(int packs, long bytes) {}

    private Known known() throws IOException {
        PackFolder packs = blobs.packs();
        List<Integer> numbers = packs.numbers();
        long bytes = 0;
        for (int number : numbers) {
            bytes += packs.size(number);
        }
        return new Known(numbers.size(), bytes);
    }

    @Override
    public List<Finding> run() {
        try {
            Known known = known();
            List<Path> missing = blobs.parts().scrub().missing();
            Map<String, Object> facts = Map.of(
                    "packs",
                    known.packs(),
                    "bytes",
                    known.bytes(),
                    "missing",
                    missing.size(),
                    "damages",
                    blobs.damages());
            return List.of(finding(missing).with(facts));
        } catch (IOException e) {
            return List.of(Finding.fail(
                    CHECK, blobs.packs().path() + " cannot be read.", "Make sure that svc can read there."));
        }
    }

    private Finding finding(List<Path> missing) {
        if (!missing.isEmpty()) {
            return Finding.fail(
                    CHECK,
                    missing.size() + " packs of small blobs are missing, for example " + missing.get(0) + ".",
                    "Restore data/blobs and data/svc.db from copies of the same time; `svc blobs scrub` names the lost"
                            + " blobs.");
        }
        return blobs.damages() == 0
                ? Finding.ok(CHECK, "Every pack of small blobs is present.")
                : Finding.warn(
                        CHECK,
                        "The last scrub found " + blobs.damages() + " damaged parts of packs.",
                        "`svc logs summary` names the files and offsets under \"Damaged storage\"; check the disk.");
    }

    @Override
    public void collect(MetricSink sink) {
        try {
            Known known = known();
            sink.gauge("blob_packs", "Packs of small blobs", known.packs());
            sink.gauge("blob_pack_bytes", "Bytes of the packs on the disk", (double) known.bytes());
        } catch (IOException e) {
            sink.gauge("blob_packs", "Packs of small blobs", Double.NaN);
        }
        sink.counter(
                "blob_packs_compacted_total",
                "Packs whose blobs were copied to another pack",
                blobs.parts().compaction().compacted());
    }
}

package svc.backup.verify;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import svc.api.operation.Progress;
import svc.backup.api.BackupTarget.StoredObject;
import svc.backup.format.BackupException;
import svc.backup.format.DamagedObjectException;
import svc.backup.format.DrillRecord;
import svc.backup.format.ErasureRecord;
import svc.backup.format.Layout;
import svc.backup.format.PackIndex;
import svc.backup.format.Repository;
import svc.backup.read.ChunkIndex;

/** Verifies the objects of a repository, quickly or completely. Writes nothing. One object serves one verification. */
public final class Verification {

    private static final int PERCENT = 100;
    private static final double LEAST_CHUNKS = 16;

    private final Repository repository;
    private final Progress progress;
    private final Map<String, String> problems = new TreeMap<>();
    private final Set<ChunkIndex.Place> damaged = new HashSet<>();
    private long chunks;
    private long bytes;

    /** Creates the object. */
    public Verification(Repository repository, Progress progress) {
        this.repository = repository;
        this.progress = progress;
    }

    /**
     * Reads manifests, file lists and indexes, compares the lengths of all packs, and reads 1 % of the chunks.
     *
     * @param seed selects the chunks
     */
    public VerificationReport quick(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        ChunkIndex index = ChunkIndex.load(repository);
        double share = Math.max(1.0 / PERCENT, LEAST_CHUNKS / Math.max(1, index.size()));
        return verify(index, pack -> sample(pack, random, share));
    }

    /** Reads every byte of the repository. */
    public VerificationReport all() throws IOException {
        return verify(ChunkIndex.load(repository), this::everyChunk);
    }

    /** Verifies chunks of one pack. */
    @FunctionalInterface
    private interface PackCheck {
        void check(String pack) throws IOException;
    }

    private VerificationReport verify(ChunkIndex index, PackCheck check) throws IOException {
        foreign();
        index.damage().forEach(this::report);
        long done = 0;
        for (String pack : index.packs().keySet()) {
            try {
                check.check(pack);
            } catch (DamagedObjectException e) {
                report(e);
            }
            if (!progress.tell(++done, index.packs().size(), "packs verified")) {
                throw new BackupException("The verification was cancelled.");
            }
        }
        for (String prefix : List.of(Layout.ERASED, Layout.DRILLS, Layout.PRUNE, Layout.LOCK)) {
            sealed(prefix);
        }
        return report(index);
    }

    /** Finds the runs that need the objects with problems. */
    private VerificationReport report(ChunkIndex index) throws IOException {
        List<String> runs = repository.runs();
        RunDamage affected = new RunDamage(repository, index, damaged, problems);
        for (String run : runs) {
            affected.examine(run);
        }
        return new VerificationReport(
                problems.entrySet().stream()
                        .map(problem -> new VerificationReport.Problem(
                                problem.getKey(), problem.getValue(), affected.runs(problem.getKey())))
                        .toList(),
                index.unindexed().stream().map(Layout.PACKS::concat).sorted().toList(),
                runs.size(),
                chunks,
                bytes);
    }

    private void foreign() throws IOException {
        for (StoredObject object : repository.target().list("")) {
            if (!Layout.isKnown(object.name())) {
                problems.put(object.name(), "does not belong to the repository");
            }
        }
    }

    private void sealed(String prefix) throws IOException {
        for (StoredObject object : repository.target().list(prefix)) {
            try {
                if (prefix.equals(Layout.ERASED)) {
                    ErasureRecord.read(repository, object.name());
                } else if (prefix.equals(Layout.DRILLS)) {
                    DrillRecord.read(repository, object.name());
                } else {
                    repository.read(object.name());
                }
            } catch (DamagedObjectException e) {
                if (isStored(object.name())) { // A writer can have removed it since.
                    report(e);
                }
            }
        }
    }

    private boolean isStored(String name) throws IOException {
        return repository.target().list(name).stream().map(StoredObject::name).anyMatch(Predicate.isEqual(name));
    }

    private void report(DamagedObjectException damage) {
        problems.putIfAbsent(damage.object(), damage.problem());
    }

    private void everyChunk(String pack) throws IOException {
        PackIndex index = ChunkIndex.read(repository, pack);
        String name = Layout.PACKS + pack;
        try (InputStream in = repository.target().read(name, 0, Long.MAX_VALUE)) {
            long offset = 0;
            for (PackIndex.Entry entry : index.entries()) {
                check(pack, entry, offset, in);
                offset += entry.length();
            }
            if (in.read() >= 0) {
                throw new DamagedObjectException(name, "has more bytes than its index");
            }
        } catch (NoSuchFileException e) {
            throw new DamagedObjectException(name, "is missing");
        }
    }

    private void sample(String pack, SplittableRandom random, double share) throws IOException {
        PackIndex index = ChunkIndex.read(repository, pack);
        long offset = 0;
        for (PackIndex.Entry entry : index.entries()) {
            if (random.nextDouble() < share) {
                try (InputStream in = repository.target().read(Layout.PACKS + pack, offset, entry.length())) {
                    check(pack, entry, offset, in);
                } catch (NoSuchFileException e) {
                    throw new DamagedObjectException(Layout.PACKS + pack, "is missing");
                }
            }
            offset += entry.length();
        }
    }

    private void check(String pack, PackIndex.Entry entry, long offset, InputStream in) throws IOException {
        if (!repository.chunks().isIntact(entry.name(), in.readNBytes(entry.length()))) {
            damaged.add(new ChunkIndex.Place(pack, offset, entry.length()));
            report(new DamagedObjectException(Layout.PACKS + pack, "is damaged at offset " + offset));
        }
        chunks++;
        bytes += entry.length();
    }
}

package svc.backup.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import svc.api.operation.Progress;
import svc.api.time.Clock;
import svc.backup.format.BackupException;
import svc.backup.format.DamagedObjectException;
import svc.backup.format.FileEntry;
import svc.backup.format.Layout;
import svc.backup.format.Repository;
import svc.backup.format.RunManifest;
import svc.backup.read.ChunkIndex;
import svc.backup.read.ChunkReader;
import svc.backup.read.FileList;

/** Writes runs. If a run ends early at any step, the repository and its earlier runs are unchanged. */
public final class BackupRun {

    private final Repository repository;
    private final Clock clock;
    private final RandomGenerator random;
    private final long packLength;
    private final Duration interval;

    /**
     * Creates the object.
     *
     * @param random selects the chunks that are read back
     * @param packLength the length at which a pack ends; by default {@link PackWriter#LENGTH}
     * @param interval the time until the next run
     */
    public BackupRun(Repository repository, Clock clock, RandomGenerator random, long packLength, Duration interval) {
        this.repository = repository;
        this.clock = clock;
        this.random = random;
        this.packLength = packLength;
        this.interval = interval;
    }

    /**
     * What the manifest records of the server.
     *
     * @param version the version of svc
     * @param schema the schema version of each namespace
     * @param counts numbers of objects
     * @param heads heads of sequences
     */
    public record Details(
            String version, Map<String, Long> schema, Map<String, Long> counts, Map<String, Long> heads) {}

    /**
     * A finished run.
     *
     * @param id its id
     * @param manifest its manifest
     */
    public record Result(String id, RunManifest manifest) {}

    /**
     * Backs up files.
     *
     * @param files the files, sorted by {@link SourceFile#ORDER}
     * @param trusting whether the chunks of large files that did not change are expected in the repository; otherwise
     *     the run looks for each of them, and stores those that are missing again
     */
    public Result run(
            RepositoryLock lock, Details details, Iterable<SourceFile> files, boolean trusting, Progress progress)
            throws IOException {
        Instant time = clock.now();
        long start = clock.nanos();
        repository.target().discardUnfinished();
        ChunkIndex index = ChunkIndex.intact(repository, Set.of());
        ChunkReader chunks = new ChunkReader(repository, index);
        List<String> runs = repository.runs();
        Previous previous = new Previous(runs, chunks);
        try (PackWriter packs = new PackWriter(repository, lock, index, random, packLength)) {
            boolean certain = trusting && index.damage().isEmpty();
            StoredFiles stored = store(files, previous, packs, new FileWriter(packs, chunks, certain), progress);
            packs.finish();
            RunManifest manifest = new RunManifest(
                    Repository.RUN_FORMAT,
                    details.version(),
                    details.schema(),
                    details.counts(),
                    details.heads(),
                    time,
                    Duration.ofNanos(clock.nanos() - start).toMillis(),
                    stored.names(),
                    stored.count(),
                    stored.bytes(),
                    packs.written(),
                    previous.id());
            new RunLocks(repository, index, chunks).prolong(manifest, interval);
            lock.keep();
            return finish(runs, manifest);
        }
    }

    /** The stored files: the names of the chunks of their list, their number and the sum of their sizes. */
    private record StoredFiles(List<String> names, long count, long bytes) {}

    private StoredFiles store(
            Iterable<SourceFile> files, Previous previous, PackWriter packs, FileWriter writer, Progress progress)
            throws IOException {
        FileListWriter list = new FileListWriter(packs, repository.json());
        long count = 0;
        long bytes = 0;
        String last = "";
        for (SourceFile file : files) {
            check(file.path(), last);
            last = file.path();
            Optional<FileEntry> entry = entry(file, previous, writer);
            if (entry.isPresent()) {
                list.add(entry.get());
                count++;
                bytes += entry.get().size();
            }
            if (!progress.tell(bytes, 0, "bytes backed up")) {
                throw new BackupException("The backup was cancelled.");
            }
        }
        return new StoredFiles(list.end(), count, bytes);
    }

    /** Stores a file. Returns nothing for a blob that was erased with its account since the files were listed. */
    private static Optional<FileEntry> entry(SourceFile file, Previous previous, FileWriter writer) throws IOException {
        try {
            return Optional.of(writer.store(file, previous.find(file.path())));
        } catch (NoSuchFileException e) {
            if (file.immutable() && Files.notExists(file.file())) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static void check(String path, String last) throws BackupException {
        if (!FileEntry.isSafe(path)) {
            throw new BackupException("A file cannot have the path \"" + path + "\" in a backup.");
        }
        if (path.compareTo(last) <= 0) {
            throw new IllegalArgumentException("The files are not sorted at " + path);
        }
    }

    /** Stores the manifest. The id of a run is always greater than those of earlier runs, also if the clock went back. */
    private Result finish(List<String> earlier, RunManifest manifest) throws IOException {
        String first = Layout.timed(manifest.time(), 1);
        String last = earlier.isEmpty() ? "" : earlier.get(earlier.size() - 1);
        String id = first.compareTo(last) > 0
                ? first
                : Layout.following(last)
                        .orElseThrow(() -> new BackupException(
                                "The clock is behind the newest run " + last + ". Set the clock of this machine."));
        if (!repository.write(Layout.RUNS + id, manifest)) {
            throw new BackupException("The run " + id + " already exists.");
        }
        return new Result(id, manifest);
    }

    /** The files of the newest run that can be read, in their order. */
    private final class Previous {

        private final @Nullable String id;
        private final Optional<FileList> list;
        private Optional<FileEntry> next = Optional.empty();

        Previous(List<String> runs, ChunkReader chunks) throws IOException {
            String found = null;
            Optional<FileList> files = Optional.empty();
            for (int at = runs.size() - 1; at >= 0 && files.isEmpty(); at--) {
                try {
                    RunManifest manifest = repository.manifest(runs.get(at));
                    found = runs.get(at);
                    files = Optional.of(new FileList(repository, chunks, manifest.files()));
                } catch (DamagedObjectException e) {
                    // Verification reports it.
                }
            }
            this.id = found;
            this.list = files;
            advance();
        }

        @Nullable
        String id() {
            return id;
        }

        private void advance() throws IOException {
            try {
                next = list.isPresent() ? list.get().next() : Optional.empty();
            } catch (BackupException e) {
                next = Optional.empty(); // All further files are read.
            }
        }

        Optional<FileEntry> find(String path) throws IOException {
            while (next.isPresent() && next.get().path().compareTo(path) < 0) {
                advance();
            }
            return next.filter(entry -> entry.path().equals(path));
        }
    }
}

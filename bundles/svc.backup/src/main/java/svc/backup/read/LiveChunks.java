package svc.backup.read;

import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import svc.backup.format.ChunkName;
import svc.backup.format.FileEntry;
import svc.backup.format.Repository;
import svc.backup.format.RunManifest;

/** The chunks that runs need. A chunk of a file list that several runs share is read once. */
public final class LiveChunks {

    private final Repository repository;
    private final ChunkReader chunks;
    private final Set<ChunkName> live = new HashSet<>();

    private LiveChunks(Repository repository, ChunkReader chunks) {
        this.repository = repository;
        this.chunks = chunks;
    }

    /**
     * Returns the names of all chunks of some runs.
     *
     * @throws svc.backup.format.BackupException a run cannot be read
     */
    public static Set<ChunkName> of(Repository repository, ChunkReader chunks, Collection<String> runs)
            throws IOException {
        LiveChunks found = new LiveChunks(repository, chunks);
        for (String run : runs) {
            found.add(repository.manifest(run));
        }
        return found.live;
    }

    /** Returns the names of all chunks of a run whose manifest need not be stored yet. */
    public static Set<ChunkName> of(Repository repository, ChunkReader chunks, RunManifest manifest)
            throws IOException {
        LiveChunks found = new LiveChunks(repository, chunks);
        found.add(manifest);
        return found.live;
    }

    private void add(RunManifest manifest) throws IOException {
        for (String list : manifest.files()) {
            if (live.add(ChunkName.of(list))) {
                list(list);
            }
        }
    }

    private void list(String name) throws IOException {
        FileList files = new FileList(repository, chunks, List.of(name));
        for (Optional<FileEntry> next = files.next(); next.isPresent(); next = files.next()) {
            FileEntry entry = next.orElseThrow();
            boolean known = true;
            for (String chunk : entry.chunks()) {
                known &= !live.add(ChunkName.of(chunk));
            }
            if (entry.lists() && !known) {
                chunks.names(entry, live::add);
            }
        }
    }
}

package svc.backup.write;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import svc.backup.api.BackupTarget.ObjectLocks;
import svc.backup.api.BackupTarget.StoredObject;
import svc.backup.format.ChunkName;
import svc.backup.format.Layout;
import svc.backup.format.Repository;
import svc.backup.format.RunManifest;
import svc.backup.read.ChunkIndex;
import svc.backup.read.ChunkReader;
import svc.backup.read.LiveChunks;

/** Prolongs the locks of all objects of a run, so that they end no earlier than the lock of its manifest. */
final class RunLocks {

    private final Repository repository;
    private final ChunkIndex index;
    private final ChunkReader chunks;

    RunLocks(Repository repository, ChunkIndex index, ChunkReader chunks) {
        this.repository = repository;
        this.index = index;
        this.chunks = chunks;
    }

    /**
     * Prolongs the locks, if the target has any.
     *
     * @param manifest the manifest of the run, which need not be stored yet
     * @param interval the time until the next run
     */
    void prolong(RunManifest manifest, Duration interval) throws IOException {
        Optional<ObjectLocks> locks = repository.target().locks();
        if (locks.isEmpty()) {
            return;
        }
        Set<String> names = new TreeSet<>(Set.of(Layout.REPO));
        for (ChunkName chunk : LiveChunks.of(repository, chunks, manifest)) {
            index.find(chunk).ifPresent(place -> {
                names.add(Layout.PACKS + place.pack());
                names.add(Layout.INDEX + place.pack());
            });
        }
        for (StoredObject erasure : repository.target().list(Layout.ERASED)) {
            names.add(erasure.name()); // Without it, a restore of the run would bring the account back.
        }
        locks.get().prolong(names, interval);
    }
}

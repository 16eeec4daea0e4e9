package svc.backup.prune;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import svc.api.time.Clock;
import svc.backup.api.BackupTarget;
import svc.backup.api.BackupTarget.StoredObject;
import svc.backup.format.BackupException;
import svc.backup.format.ChunkName;
import svc.backup.format.Layout;
import svc.backup.format.PackIndex;
import svc.backup.format.Repository;
import svc.backup.read.ChunkIndex;
import svc.backup.read.ChunkReader;
import svc.backup.read.LiveChunks;
import svc.backup.write.PackWriter;
import svc.backup.write.RepositoryLock;

/**
 * Removes runs that are not kept, and packs that no remaining run needs. A prune marks runs and packs; a prune at least
 * a day later removes them, so that a restore which began before can end. A pack of which less than half is needed is
 * rewritten. Before each removal, the needs of the remaining runs are determined again. Objects with a lock are marked
 * again and removed when the lock has ended.
 */
public final class Prune {

    private static final Duration DELAY = Duration.ofDays(1);

    private final Repository repository;
    private final Clock clock;
    private final RandomGenerator random;
    private final long packLength;

    /**
     * Creates the object.
     *
     * @param random selects the chunks that are read back
     * @param packLength the length at which a pack ends; by default {@link PackWriter#LENGTH}
     */
    public Prune(Repository repository, Clock clock, RandomGenerator random, long packLength) {
        this.repository = repository;
        this.clock = clock;
        this.random = random;
        this.packLength = packLength;
    }

    /** The objects that a later prune removes. */
    private record Mark(List<String> runs, List<String> packs) {}

    /**
     * What a prune did.
     *
     * @param runsRemoved the number of removed runs
     * @param packsRemoved the number of removed packs
     * @param runsMarked the number of runs that a later prune removes
     * @param packsMarked the number of packs that a later prune removes
     */
    public record Result(int runsRemoved, int packsRemoved, int runsMarked, int packsMarked) {}

    /**
     * Removes what was marked a day ago, and marks what is not needed now.
     *
     * @throws BackupException a run that is kept cannot be read; nothing was removed
     */
    public Result run(RepositoryLock lock, Retention retention) throws IOException {
        repository.target().discardUnfinished();
        int runsRemoved = 0;
        int packsRemoved = 0;
        Set<String> runs = new TreeSet<>();
        Set<String> packs = new TreeSet<>();
        for (Map.Entry<String, Mark> entry : marks().entrySet()) {
            Mark mark = entry.getValue();
            Instant due = Layout.time(Layout.id(entry.getKey())).plus(DELAY);
            if (due.isAfter(clock.now())) {
                runs.addAll(mark.runs());
                packs.addAll(mark.packs());
            } else {
                lock.keep();
                Set<String> leaving = leaving(mark, retention);
                runsRemoved += leaving.size();
                packsRemoved += remove(mark, leaving);
                repository.target().delete(entry.getKey());
            }
        }
        OldErasures.remove(repository);
        Mark mark = mark(lock, retention, runs, packs);
        return new Result(
                runsRemoved, packsRemoved, mark.runs().size(), mark.packs().size());
    }

    private Map<String, Mark> marks() throws IOException {
        Map<String, Mark> marks = new TreeMap<>();
        for (StoredObject object : repository.target().list(Layout.PRUNE)) {
            marks.put(object.name(), repository.read(object.name(), Mark.class));
        }
        return marks;
    }

    private boolean isLocked(String object) throws IOException {
        Optional<BackupTarget.ObjectLocks> locks = repository.target().locks();
        return locks.isPresent() && locks.get().isLocked(object);
    }

    /** Returns the marked runs that are still not kept. Those with a lock stay until a later prune. */
    private Set<String> leaving(Mark mark, Retention retention) throws IOException {
        List<String> runs = repository.runs();
        Set<String> leaving = new TreeSet<>(runs);
        leaving.retainAll(mark.runs());
        leaving.removeAll(retention.keep(runs));
        Set<String> unlocked = new TreeSet<>();
        for (String run : leaving) {
            if (!isLocked(Layout.RUNS + run)) {
                unlocked.add(run);
            }
        }
        return unlocked;
    }

    /** Removes the manifests first: after a crash, no run refers to a removed pack. */
    private int remove(Mark mark, Set<String> leaving) throws IOException {
        ChunkIndex all = ChunkIndex.load(repository);
        List<String> remaining = new ArrayList<>(repository.runs());
        remaining.removeAll(leaving);
        Set<ChunkName> live = LiveChunks.of(repository, new ChunkReader(repository, all), remaining);
        for (String run : leaving) {
            repository.target().delete(Layout.RUNS + run);
        }
        ChunkIndex rest = ChunkIndex.intact(repository, Set.copyOf(mark.packs()));
        int removed = 0;
        for (String pack : mark.packs()) {
            if (all.packs().containsKey(pack)) {
                PackIndex index = ChunkIndex.read(repository, pack);
                if (index.entries().stream()
                        .anyMatch(entry -> live.contains(entry.name())
                                && rest.find(entry.name()).isEmpty())) {
                    rest.add(pack, index); // A run has begun to need the pack.
                    continue;
                }
            } else if (!all.unindexed().contains(pack)) {
                continue;
            }
            if (isLocked(Layout.PACKS + pack) || isLocked(Layout.INDEX + pack)) {
                continue;
            }
            repository.target().delete(Layout.INDEX + pack);
            repository.target().delete(Layout.PACKS + pack);
            removed++;
        }
        return removed;
    }

    /**
     * Marks runs and packs. Afterwards, every chunk that the remaining runs need is in a pack without a mark.
     *
     * @param markedRuns the runs with an earlier mark
     * @param markedPacks the packs with an earlier mark
     */
    private Mark mark(RepositoryLock lock, Retention retention, Set<String> markedRuns, Set<String> markedPacks)
            throws IOException {
        List<String> all = repository.runs();
        Set<String> kept = retention.keep(all);
        ChunkIndex index = ChunkIndex.load(repository);
        ChunkReader chunks = new ChunkReader(repository, index);
        Set<ChunkName> live = LiveChunks.of(repository, chunks, kept);
        ChunkIndex unmarked = ChunkIndex.intact(repository, markedPacks);
        Map<String, Long> needed = needed(live, index, unmarked);
        Set<String> sparse = new HashSet<>();
        unmarked.packs().forEach((pack, length) -> {
            if (needed.getOrDefault(pack, 0L) * 2 < length) {
                sparse.add(pack);
            }
        });
        rewrite(lock, live, chunks, markedPacks, sparse);
        List<String> packs = new ArrayList<>(new TreeSet<>(sparse));
        packs.addAll(new TreeSet<>(unmarked.unindexed()));
        List<String> runs = all.stream()
                .filter(run -> !kept.contains(run) && !markedRuns.contains(run))
                .toList();
        Mark mark = new Mark(runs, packs);
        if (!runs.isEmpty() || !packs.isEmpty()) {
            store(lock, mark);
        }
        return mark;
    }

    /** Returns the number of bytes of each pack without a mark that the kept runs need. */
    private static Map<String, Long> needed(Set<ChunkName> live, ChunkIndex index, ChunkIndex unmarked)
            throws BackupException {
        Map<String, Long> needed = new HashMap<>();
        for (ChunkName name : live) {
            Optional<ChunkIndex.Place> place = unmarked.find(name);
            if (place.isPresent()) {
                needed.merge(place.get().pack(), (long) place.get().length(), Long::sum);
            } else if (index.find(name).isEmpty()) {
                throw new BackupException(
                        "Chunks that the runs need are missing in the repository. Verify it; nothing was removed.");
            }
        }
        return needed;
    }

    /** Copies chunks into new packs if no pack remains that contains them. */
    private void rewrite(
            RepositoryLock lock, Set<ChunkName> live, ChunkReader chunks, Set<String> markedPacks, Set<String> sparse)
            throws IOException {
        Set<String> leaving = new HashSet<>(markedPacks);
        leaving.addAll(sparse);
        ChunkIndex staying = ChunkIndex.intact(repository, leaving);
        try (PackWriter packs = new PackWriter(repository, lock, staying, random, packLength)) {
            List<ChunkName> missing = live.stream()
                    .filter(name -> !packs.isStored(name))
                    .sorted(chunks.order())
                    .toList();
            for (ChunkName name : missing) {
                packs.storeSealed(name, chunks.sealed(name));
            }
            packs.finish();
        }
    }

    private void store(RepositoryLock lock, Mark mark) throws IOException {
        lock.keep();
        Optional<String> id = Optional.of(Layout.timed(clock.now(), 1));
        while (id.isPresent() && !repository.write(Layout.PRUNE + id.get(), mark)) {
            id = Layout.following(id.get());
        }
        if (id.isEmpty()) {
            throw new BackupException("There are too many lists of objects to remove for this second.");
        }
    }
}

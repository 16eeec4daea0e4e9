package svc.backup.verify;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import svc.backup.format.BackupException;
import svc.backup.format.ChunkName;
import svc.backup.format.DamagedObjectException;
import svc.backup.format.FileEntry;
import svc.backup.format.Layout;
import svc.backup.format.Repository;
import svc.backup.format.RunManifest;
import svc.backup.read.ChunkIndex;
import svc.backup.read.ChunkReader;
import svc.backup.read.FileList;

/** Finds the runs that need damaged or missing chunks. A chunk of a file list that several runs share is read once. */
final class RunDamage {

    /** The object that is reported if chunks are in no index: the name of the lost index is unknown. */
    private static final String LOST = Layout.INDEX;

    private final Repository repository;
    private final ChunkIndex index;
    private final ChunkReader chunks;
    private final Set<ChunkIndex.Place> damaged;
    private final Map<String, String> problems;
    private final Set<String> lostIndexes;
    private final Map<String, Set<String>> byList = new HashMap<>();
    private final Map<ChunkName, Set<String>> byNames = new HashMap<>();
    private final Map<String, SortedSet<String>> runs = new TreeMap<>();

    /**
     * Creates the object.
     *
     * @param damaged the places of damaged chunks
     * @param problems the problems, to which damaged manifests and missing chunks are added
     */
    RunDamage(Repository repository, ChunkIndex index, Set<ChunkIndex.Place> damaged, Map<String, String> problems) {
        this.repository = repository;
        this.index = index;
        this.chunks = new ChunkReader(repository, index);
        this.damaged = damaged;
        this.problems = problems;
        this.lostIndexes = index.damage().stream()
                .map(DamagedObjectException::object)
                .filter(object -> object.startsWith(Layout.INDEX))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the runs that need an object. */
    SortedSet<String> runs(String object) {
        return runs.getOrDefault(object, new TreeSet<>());
    }

    void examine(String run) throws IOException {
        Set<String> objects = new HashSet<>();
        try {
            RunManifest manifest = repository.manifest(run);
            for (String list : manifest.files()) {
                objects.addAll(list(list));
            }
        } catch (BackupException e) {
            objects.add(report(e, Layout.RUNS + run));
        }
        objects.forEach(
                object -> runs.computeIfAbsent(object, none -> new TreeSet<>()).add(run));
    }

    /** Records a problem and returns the object that has it. */
    private String report(BackupException problem, String reader) {
        if (problem instanceof DamagedObjectException damage) {
            problems.putIfAbsent(damage.object(), damage.problem());
            return damage.object();
        }
        problems.putIfAbsent(reader, "cannot be used: " + problem.getMessage());
        return reader;
    }

    /** Returns the objects with problems that the files of a chunk of the file list need. */
    private Set<String> list(String name) throws IOException {
        Set<String> known = byList.get(name);
        if (known != null) {
            return known;
        }
        Set<String> objects = new HashSet<>(chunk(ChunkName.of(name)));
        try {
            FileList files = new FileList(repository, chunks, List.of(name));
            for (Optional<FileEntry> next = files.next(); next.isPresent(); next = files.next()) {
                objects.addAll(file(next.orElseThrow()));
            }
        } catch (BackupException e) {
            objects.add(report(e, place(ChunkName.of(name))));
        }
        byList.put(name, objects);
        return objects;
    }

    private Set<String> file(FileEntry entry) throws IOException {
        Set<String> objects = new HashSet<>();
        for (String text : entry.chunks()) {
            ChunkName name = ChunkName.of(text);
            objects.addAll(chunk(name));
            if (entry.lists()) {
                objects.addAll(names(name, entry));
            }
        }
        return objects;
    }

    /** Returns the objects with problems that the chunks of a list of names need. */
    private Set<String> names(ChunkName list, FileEntry entry) throws IOException {
        Set<String> known = byNames.get(list);
        if (known != null) {
            return known;
        }
        Set<String> objects = new HashSet<>();
        FileEntry part =
                new FileEntry(entry.path(), entry.size(), entry.modified(), entry.mode(), true, List.of(list.text()));
        try {
            chunks.names(part, name -> objects.addAll(chunk(name)));
        } catch (BackupException e) {
            objects.add(report(e, place(list)));
        }
        byNames.put(list, objects);
        return objects;
    }

    private Set<String> chunk(ChunkName name) {
        Optional<ChunkIndex.Place> place = index.find(name);
        if (place.isPresent()) {
            boolean lost = index.broken().contains(place.get().pack()) || damaged.contains(place.get());
            return lost ? Set.of(place(name)) : Set.of();
        }
        if (!lostIndexes.isEmpty()) {
            return lostIndexes; // One of them contains the chunk.
        }
        problems.putIfAbsent(LOST, "does not contain all chunks that the runs need: an index is lost");
        return Set.of(LOST);
    }

    private String place(ChunkName name) {
        return index.find(name).map(place -> Layout.PACKS + place.pack()).orElse(LOST);
    }
}

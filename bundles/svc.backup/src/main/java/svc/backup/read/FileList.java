package svc.backup.read;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import svc.api.json.Json;
import svc.api.json.JsonException;
import svc.backup.format.BackupException;
import svc.backup.format.ChunkName;
import svc.backup.format.FileEntry;
import svc.backup.format.Repository;

/** Reads the file list of a run, one chunk at a time. Not thread-safe. */
public final class FileList {

    private final ChunkReader chunks;
    private final Json.Binding json;
    private final Iterator<String> rest;
    private final ArrayDeque<String> lines = new ArrayDeque<>();
    private String last = "";

    /** Creates a reader for the chunks of a list. */
    public FileList(Repository repository, ChunkReader chunks, List<String> names) {
        this.chunks = chunks;
        this.json = repository.json();
        this.rest = names.iterator();
    }

    /**
     * Returns the next file; empty at the end.
     *
     * @throws BackupException a chunk of the list is missing or damaged, or an entry is invalid
     */
    public Optional<FileEntry> next() throws IOException {
        while (lines.isEmpty() && rest.hasNext()) {
            String text = new String(chunks.read(ChunkName.of(rest.next())), UTF_8);
            text.lines().forEach(lines::add);
        }
        String line = lines.poll();
        return line == null ? Optional.empty() : Optional.of(entry(line));
    }

    private FileEntry entry(String line) throws IOException {
        FileEntry entry;
        try {
            entry = json.convert(json.read(line), FileEntry.class);
        } catch (JsonException e) {
            throw new BackupException("An entry of the file list is malformed: " + e.getMessage());
        }
        if (!entry.isValid()) {
            throw new BackupException("The file list contains an entry that is not valid: \"" + entry.path()
                    + "\". Nothing is written for it.");
        }
        if (entry.path().compareTo(last) <= 0) {
            throw new BackupException("The file list is not sorted at \"" + entry.path() + "\".");
        }
        last = entry.path();
        return entry;
    }
}

package svc.backup.read;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import svc.api.operation.Progress;
import svc.backup.directory.OwnerOnly;
import svc.backup.format.BackupException;
import svc.backup.format.ChunkName;
import svc.backup.format.FileEntry;
import svc.backup.format.Repository;
import svc.backup.format.RunManifest;

/** Restores the files of one run. Files are streamed; each chunk is verified. */
public final class Restore {

    private final Repository repository;
    private final RunManifest manifest;
    private final ChunkReader chunks;

    private Restore(Repository repository, RunManifest manifest, ChunkReader chunks) {
        this.repository = repository;
        this.manifest = manifest;
        this.chunks = chunks;
    }

    /**
     * Reads the manifest of a run and the index. Writes nothing.
     *
     * @throws BackupException the run does not exist, is damaged, or was made by a newer program
     */
    public static Restore of(Repository repository, String run, Compatibility compatibility) throws IOException {
        RunManifest manifest = repository.manifest(run);
        compatibility.check(manifest);
        return new Restore(repository, manifest, new ChunkReader(repository, ChunkIndex.load(repository)));
    }

    /** Returns the manifest of the run. */
    public RunManifest manifest() {
        return manifest;
    }

    /** Returns a reader of the files of the run. */
    public FileList files() {
        return new FileList(repository, chunks, manifest.files());
    }

    /** Returns a reader of parts of the files. */
    public RunFiles parts() {
        return new RunFiles(repository, manifest, chunks);
    }

    /**
     * Restores all files, with their permissions and times, and syncs them to disk.
     *
     * @param folder a folder that is empty or does not exist
     * @param left returns whether a file is left in the repository
     * @throws BackupException the folder is not empty, or the run is damaged; the folder then contains the files that
     *     were restored before
     */
    public void all(Path folder, Predicate<FileEntry> left, Progress progress) throws IOException {
        requireEmpty(folder);
        OwnerOnly files = new OwnerOnly(folder.toAbsolutePath());
        files.folder(folder.toAbsolutePath().normalize());
        Path root = folder.toRealPath();
        Set<Path> folders = new TreeSet<>();
        FileList list = files();
        long count = 0;
        long bytes = 0;
        for (Optional<FileEntry> next = list.next(); next.isPresent(); next = list.next()) {
            FileEntry entry = next.orElseThrow();
            if (!left.test(entry)) {
                Path file = root.resolve(entry.path());
                Path parent = Objects.requireNonNull(file.getParent());
                files.folder(parent);
                folders.add(parent);
                write(entry, file, files);
            }
            count++;
            bytes += entry.size();
            if (!progress.tell(bytes, manifest.bytes(), "bytes restored")) {
                throw new BackupException("The restore was cancelled.");
            }
        }
        if (count != manifest.fileCount() || bytes != manifest.bytes()) {
            throw new BackupException("The file list has " + count + " files with " + bytes
                    + " bytes. The manifest says " + manifest.fileCount() + " and " + manifest.bytes() + ".");
        }
        for (Path written : folders) {
            OwnerOnly.sync(written);
        }
    }

    /**
     * Reads the first chunks of a file, and verifies them.
     *
     * @param most the number of chunks after which it ends
     */
    public void read(FileEntry entry, int most) throws IOException {
        List<ChunkName> names = new ArrayList<>();
        chunks.names(entry, names::add);
        for (ChunkName name : names.subList(0, Math.min(most, names.size()))) {
            chunks.read(name);
        }
    }

    private void write(FileEntry entry, Path file, OwnerOnly files) throws IOException {
        copyTo(entry, file);
        if (files.fileAttributes().length > 0) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(entry.mode()));
        }
        Files.setLastModifiedTime(file, FileTime.from(entry.modified()));
    }

    /** Copies the content of a file to a new file that only its owner can read, and syncs it to disk. */
    public void copyTo(FileEntry entry, Path file) throws IOException {
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, options, new OwnerOnly(file).fileAttributes());
                OutputStream out = Channels.newOutputStream(channel)) {
            copy(entry, out);
            channel.force(true);
        }
    }

    /**
     * Writes the content of a file to a stream.
     *
     * @throws BackupException a chunk is missing or damaged
     */
    public void copy(FileEntry entry, OutputStream out) throws IOException {
        long[] copied = {0};
        chunks.names(entry, name -> {
            byte[] content = chunks.read(name);
            out.write(content);
            copied[0] += content.length;
        });
        if (copied[0] != entry.size()) {
            throw new BackupException("The chunks of the file \"" + entry.path() + "\" have " + copied[0]
                    + " bytes instead of " + entry.size() + ".");
        }
    }

    private static void requireEmpty(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            if (files.findAny().isPresent()) {
                throw new BackupException("The folder " + folder + " is not empty. Nothing was restored.");
            }
        }
    }
}

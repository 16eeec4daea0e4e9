package svc.backup;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import svc.api.json.Json;
import svc.api.operation.Progress;
import svc.api.time.Clock;
import svc.backup.api.BackupTarget;
import svc.backup.format.FileEntry;
import svc.backup.format.Repository;
import svc.backup.key.BackupKey;
import svc.backup.key.Identity;
import svc.backup.prune.Prune;
import svc.backup.prune.Retention;
import svc.backup.read.Compatibility;
import svc.backup.read.FileList;
import svc.backup.read.Restore;
import svc.backup.verify.Verification;
import svc.backup.verify.VerificationReport;
import svc.backup.write.BackupRun;
import svc.backup.write.RepositoryLock;
import svc.backup.write.SourceFile;
import svc.json.JacksonJson;
import svc.testkit.ManualClock;

/** A repository with a key and a clock, and short calls for what tests do with it. */
public final class Fixture {

    /** Packs are small, so that a test has several of them. */
    public static final long PACK = 600_000;

    public static final BackupRun.Details DETAILS =
            new BackupRun.Details("0.40.0", Map.of("core", 7L), Map.of("accounts", 3L), Map.of("changes", 42L));

    public static final Compatibility SAME = new Compatibility("0.40.0", Map.of("core", 7L));

    public final ManualClock clock;
    public final BackupKey key;
    public final Json json = new JacksonJson();
    public final SecureRandom random = new SecureRandom();
    public final Repository repository;

    private final long pack;

    /** Creates a new repository. */
    public Fixture(BackupTarget target) {
        this(target, PACK);
    }

    /** Creates a new repository with packs of another length. */
    public Fixture(BackupTarget target, long pack) {
        this(target, pack, new ManualClock());
    }

    /** Creates a new repository with packs of another length and a clock. */
    public Fixture(BackupTarget target, long pack, ManualClock clock) {
        this(target, pack, clock, Optional.empty());
    }

    /** Creates a new repository whose contents are encrypted to the recipient of an identity. */
    public static Fixture withRecipient(BackupTarget target, Identity identity) {
        return new Fixture(target, PACK, new ManualClock(), Optional.of(identity));
    }

    private Fixture(BackupTarget target, long pack, ManualClock clock, Optional<Identity> recipient) {
        this.pack = pack;
        this.clock = clock;
        this.key = BackupKey.fresh(random);
        try {
            this.repository =
                    Repository.create(target, key, recipient.map(Identity::recipient), json, random, clock.now());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Fixture(Fixture other, Repository repository) {
        this.pack = other.pack;
        this.clock = other.clock;
        this.key = other.key;
        this.repository = repository;
    }

    /** Opens the repository in another target with the same key and clock. */
    public Fixture in(BackupTarget target) throws IOException {
        return new Fixture(this, Repository.open(target, key, json, random));
    }

    /** Opens the repository with the words of an identity. */
    public Fixture with(Identity identity) throws IOException {
        return new Fixture(this, Repository.openWithWords(repository.target(), identity.words(), json, random));
    }

    public RepositoryLock lock(boolean takeOver) throws IOException {
        return RepositoryLock.take(repository, clock, "test.example.org", takeOver);
    }

    public BackupRun.Result run(List<SourceFile> files) throws IOException {
        try (RepositoryLock lock = lock(true)) {
            return run(lock, clock, files);
        }
    }

    public BackupRun.Result run(RepositoryLock lock, Clock at, List<SourceFile> files) throws IOException {
        return new BackupRun(repository, at, new SplittableRandom(1), pack, Duration.ofHours(1))
                .run(lock, DETAILS, files, true, Progress.UNSEEN);
    }

    public Prune.Result prune(Retention retention) throws IOException {
        try (RepositoryLock lock = lock(true)) {
            return new Prune(repository, clock, new SplittableRandom(1), pack).run(lock, retention);
        }
    }

    public VerificationReport verify() throws IOException {
        return new Verification(repository, Progress.UNSEEN).all();
    }

    /** Restores a run into a new folder and returns the content of its files. */
    public Map<String, String> restore(String run, Path folder) throws IOException {
        Restore.of(repository, run, SAME).all(folder, entry -> false, Progress.UNSEEN);
        return contents(folder);
    }

    /** Returns the content of the files of a run like {@link #contents}, without writing to the disk. */
    public Map<String, String> read(String run) throws IOException {
        Restore restore = Restore.of(repository, run, SAME);
        FileList list = restore.files();
        Map<String, String> found = new TreeMap<>();
        for (Optional<FileEntry> next = list.next(); next.isPresent(); next = list.next()) {
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            restore.copy(next.get(), content);
            found.put(next.get().path(), summary(content.toByteArray()));
        }
        return found;
    }

    private static String summary(byte[] content) {
        return content.length + ":" + Arrays.hashCode(content);
    }

    /** Returns the files of a folder: the path, and the length and hash of the content. */
    public static Map<String, String> contents(Path folder) throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                found.put(folder.relativize(file).toString(), summary(Files.readAllBytes(file)));
            }
        }
        return found;
    }

    /** Writes a file with its folders. */
    public static void write(Path file, byte[] content) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, content);
    }

    /** Returns random bytes of a seed. */
    public static byte[] bytes(long seed, int length) {
        byte[] bytes = new byte[length];
        new SplittableRandom(seed).nextBytes(bytes);
        return bytes;
    }
}

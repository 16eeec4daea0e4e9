package svc.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import svc.api.json.Json;
import svc.api.operation.Progress;
import svc.api.restore.RestoredBackup;
import svc.backup.api.BackupTarget;
import svc.backup.directory.DirectoryTarget;
import svc.backup.directory.OwnerOnly;
import svc.backup.format.ErasureRecord;
import svc.backup.format.Repository;
import svc.backup.key.BackupKey;
import svc.backup.prune.Prune;
import svc.backup.prune.Retention;
import svc.backup.read.Compatibility;
import svc.backup.read.Restore;
import svc.backup.write.BackupRun;
import svc.backup.write.RepositoryLock;
import svc.backup.write.SourceFile;
import svc.json.JacksonJson;
import svc.testkit.ManualClock;

/** Makes backups, prunes and restores in any order, with a line for each step, until the process is killed. */
final class BackupProcess {

    /** Few runs are kept, so that each prune has work. */
    static final Retention RETENTION = new Retention(3, 2, 1, 1);

    private final Path folder;
    private final ManualClock clock = new ManualClock();
    private final Json json = new JacksonJson();
    private final BackupKey key;
    private final Repository repository;
    private final Random random;

    private BackupProcess(Path folder, Duration later, long seed) throws IOException {
        this.folder = folder;
        this.key = BackupKey.of(Files.readAllBytes(folder.resolve("key")));
        this.repository = Repository.open(
                new Printing(DirectoryTarget.open(folder.resolve("repository"))), key, json, new SecureRandom());
        this.random = new Random(seed);
        clock.leap(later);
    }

    /** Takes a folder with the key, the repository and the files, the hours by which the clock is later, and a seed. */
    public static void main(String[] arguments) throws IOException {
        BackupProcess process = new BackupProcess(
                Path.of(arguments[0]), Duration.ofHours(Long.parseLong(arguments[1])), Long.parseLong(arguments[2]));
        while (true) {
            process.work();
        }
    }

    static void say(String line) {
        byte[] bytes = (line + "\n").getBytes(UTF_8);
        System.out.write(bytes, 0, bytes.length);
        System.out.flush();
    }

    private void work() throws IOException {
        clock.leap(Duration.ofMinutes(50));
        switch (random.nextInt(4)) {
            case 0 -> prune();
            case 1 -> restore();
            default -> run();
        }
    }

    private RepositoryLock lock() throws IOException {
        return RepositoryLock.take(repository, clock, "test.example.org", true);
    }

    private void run() throws IOException {
        try (RepositoryLock lock = lock()) {
            new ErasureRecord("a" + (1 + random.nextInt(9)), clock.now()).write(repository);
            List<SourceFile> files = SourceFile.in(folder.resolve("home"), "", false);
            BackupRun.Result run = new BackupRun(repository, clock, random, Fixture.PACK, Duration.ofHours(1))
                    .run(lock, Fixture.DETAILS, files, true, Progress.UNSEEN);
            say("run " + run.id() + " .");
        }
    }

    private void prune() throws IOException {
        try (RepositoryLock lock = lock()) {
            Prune.Result pruned = new Prune(repository, clock, random, Fixture.PACK).run(lock, RETENTION);
            say("pruned " + pruned.runsRemoved() + " .");
        }
    }

    private void restore() throws IOException {
        List<String> runs = repository.runs();
        if (!runs.isEmpty()) {
            String run = runs.get(random.nextInt(runs.size()));
            OwnerOnly.delete(folder.resolve("restored"));
            restore(folder.resolve("restored"), run, repository, key, json, clock);
            say("restored " + run + " .");
        }
    }

    static void restore(Path home, String run, Repository repository, BackupKey key, Json json, ManualClock clock)
            throws IOException {
        Restore restore = Restore.of(repository, run, new Compatibility("0.40.0", Map.of()));
        RestoredBackup backup = new RestoredBackup(run, restore.manifest().time(), Set.of(), List.of());
        new HomeRestore(home, key, json, clock, place -> Long.MAX_VALUE)
                .restore(restore, backup, false, Optional.empty(), (done, total, what) -> {
                    say("file");
                    return true;
                });
    }

    /** Prints a line before each call. */
    private static final class Printing extends ForwardingTarget {

        Printing(BackupTarget target) {
            super(target);
        }

        @Override
        public Upload create(String name) throws IOException {
            say("create");
            return super.create(name);
        }

        @Override
        public InputStream read(String name, long offset, long length) throws IOException {
            say("read");
            return super.read(name, offset, length);
        }

        @Override
        public void delete(String name) throws IOException {
            say("delete");
            super.delete(name);
        }
    }
}

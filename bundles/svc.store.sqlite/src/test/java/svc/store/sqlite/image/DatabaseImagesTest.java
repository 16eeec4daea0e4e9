package svc.store.sqlite.image;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.backup.StoreImages.AccountContents;
import svc.api.backup.StoreImages.StoreImage;
import svc.api.backup.StoreImages.TypeContents;
import svc.api.engine.ScopeKey;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.StoreException;
import svc.api.store.StoreException.Kind;
import svc.store.sqlite.sql.Fixture;
import svc.testkit.Eventually;

/** Copies of a database that is in use. */
final class DatabaseImagesTest {

    private static final int WRITERS = 8;
    private static final long MEBIBYTE = 1L << 20;
    private static final long ENOUGH = 1L << 40;

    @TempDir
    private Path directory;

    private static void fill(Fixture fixture, int mebibytes) {
        for (int i = 0; i < mebibytes; i++) {
            fixture.store().write(fixture.scope(), tx -> {
                tx.put("Large", tx.logCreated("Large", Facets.ALL), new byte[(int) MEBIBYTE]);
                return true;
            });
        }
    }

    private static Map<Long, AccountContents> contents(StoreImage image) {
        Map<Long, AccountContents> contents = new HashMap<>();
        image.accounts(account -> contents.put(account.account(), account));
        return contents;
    }

    private static List<String> values(Path file, String sql) throws Exception {
        List<String> values = new ArrayList<>();
        try (Connection copy = DriverManager.getConnection("jdbc:sqlite:" + file.toUri() + "?immutable=1");
                Statement statement = copy.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }

    private static long locks(Path file) throws IOException {
        String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
        String process = " " + ProcessHandle.current().pid() + " ";
        try (Stream<String> lines = Files.lines(Path.of("/proc/locks"))) {
            return lines.filter(line -> line.contains(inode) && line.contains(process))
                    .count();
        }
    }

    private List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aCopyThatExistsIsOpenedAndChecked() throws Exception {
        Path copy = directory.resolve("copy.db");
        try (Fixture fixture = Fixture.in(directory)) {
            fill(fixture, 1);
            DatabaseImages images = DatabaseImages.of(fixture.store(), any -> ENOUGH);
            Map<Long, AccountContents> expected;
            try (StoreImage image = images.open(directory.resolve("images"))) {
                Files.copy(image.file(), copy);
                expected = contents(image);
            }
            try (StoreImage image = images.read(copy)) {
                assertThat(image.integrity()).isEmpty();
                assertThat(contents(image)).isEqualTo(expected);
            }
            assertThat(copy).exists();
            byte[] bytes = Files.readAllBytes(copy);
            Arrays.fill(bytes, bytes.length / 2, bytes.length * 3 / 4, (byte) 0x55);
            Files.write(copy, bytes);
            try (StoreImage image = images.read(copy)) {
                assertThat(image.integrity()).isNotEmpty();
            }
        }
    }

    @Test
    void imageUnderWritersIsTheDatabaseOfOneMoment() throws Exception {
        Path folder = directory.resolve("a folder");
        try (Fixture fixture = Fixture.in(directory)) {
            fill(fixture, 20);
            Scope other = Scope.account(
                    new ScopeKey(), fixture.store().write(Scope.system(), tx -> tx.createAccount("example", "bob")));
            long before = locks(fixture.file());
            AtomicBoolean stop = new AtomicBoolean();
            AtomicInteger written = new AtomicInteger();
            CountDownLatch writing = new CountDownLatch(WRITERS);
            List<Thread> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                writers.add(new Thread(() -> {
                    while (!stop.get()) {
                        // One transaction for two accounts: they have the same number of objects at each moment.
                        fixture.store().write(Set.of(fixture.scope(), other), joint -> {
                            for (Scope scope : List.of(fixture.scope(), other)) {
                                var tx = joint.of(scope);
                                tx.put("Small", tx.logCreated("Small", Facets.ALL), new byte[100]);
                            }
                            return true;
                        });
                        written.incrementAndGet();
                        writing.countDown();
                    }
                }));
            }
            writers.forEach(Thread::start);
            writing.await();
            DatabaseImages images = DatabaseImages.of(fixture.store(), any -> ENOUGH);
            for (int round = 0; round < 5; round++) {
                int atLeast = written.get();
                try (StoreImage image = images.open(folder)) {
                    assertMoment(image, fixture, other, atLeast);
                }
            }
            stop.set(true);
            for (Thread writer : writers) {
                writer.join();
            }
            assertThat(files(folder)).isEmpty();
            assertThat(before).isPositive();
            assertThat(locks(fixture.file())).isEqualTo(before);
        }
    }

    private static void assertMoment(StoreImage image, Fixture fixture, Scope other, int atLeast) throws Exception {
        assertThat(values(image.file(), "PRAGMA integrity_check")).containsExactly("ok");
        assertThat(Files.size(image.file())).isEqualTo(image.size());
        Map<Long, AccountContents> contents = contents(image);
        AccountContents ann = requireNonNull(contents.get(fixture.scope().n()));
        AccountContents bob = requireNonNull(contents.get(other.n()));
        TypeContents annSmall = ann.types().get(1);
        TypeContents bobSmall = bob.types().get(0);
        assertThat(annSmall.objects()).isEqualTo(bobSmall.objects()).isGreaterThanOrEqualTo(atLeast);
        assertThat(bobSmall.sequence()).isEqualTo(bobSmall.objects()).isEqualTo(bob.nextSequence() - 1);
        assertThat(ann.types().get(0)).isEqualTo(new TypeContents("Large", 20, 20));
        assertThat(values(image.file(), "SELECT count(*) FROM obj WHERE account = " + other.n()))
                .containsExactly(Long.toString(bobSmall.objects()));
    }

    @Test
    void writersDoNotWaitForAnImage() throws Exception {
        try (Fixture fixture = Fixture.in(directory)) {
            fill(fixture, 50);
            AtomicBoolean stop = new AtomicBoolean();
            AtomicLong slowest = new AtomicLong();
            CountDownLatch writing = new CountDownLatch(1);
            AtomicInteger writes = new AtomicInteger();
            Thread writer = new Thread(() -> {
                while (!stop.get()) {
                    long began = System.nanoTime();
                    fixture.store().write(fixture.scope(), tx -> tx.logCreated("Small", Facets.ALL));
                    slowest.accumulateAndGet(System.nanoTime() - began, Math::max);
                    writes.incrementAndGet();
                    writing.countDown();
                }
            });
            writer.start();
            writing.await();
            slowest.set(0);
            writes.set(0);
            long began = System.nanoTime();
            try (StoreImage image =
                    DatabaseImages.of(fixture.store(), any -> ENOUGH).open(directory.resolve("image"))) {
                long millis = Duration.ofNanos(System.nanoTime() - began).toMillis();
                stop.set(true);
                writer.join();
                System.out.printf(
                        "image of %d MiB: %d ms, meanwhile %d writes, the slowest took %.1f ms%n",
                        image.size() / MEBIBYTE, millis, writes.get(), slowest.get() / 1e6);
                assertThat(writes.get()).isPositive();
                assertThat(slowest.get()).isLessThan(Duration.ofSeconds(2).toNanos());
            }
        }
    }

    @Test
    void logIsNotTruncatedDuringAnImageAndIsAfterwards() throws Exception {
        try (Fixture fixture = Fixture.in(directory, MEBIBYTE, Duration.ZERO)) {
            AtomicInteger calls = new AtomicInteger();
            AtomicLong grown = new AtomicLong();
            DatabaseImages images = DatabaseImages.of(fixture.store(), any -> {
                if (calls.incrementAndGet() == 2) { // The image has begun.
                    fill(fixture, 8);
                    grown.set(fixture.store().wal().size());
                    assertThat(fixture.store().overwriteDeleted()).isFalse();
                }
                return ENOUGH;
            });
            images.open(directory.resolve("image")).close();
            assertThat(grown.get()).isGreaterThan(8 * MEBIBYTE);
            Eventually.until("the log is cut", () -> fixture.store().wal().size() == 0);
        }
    }

    @Test
    void imageIsGivenUpIfTooMuchIsWrittenMeanwhile() throws Exception {
        try (Fixture fixture = Fixture.in(directory)) {
            fill(fixture, 10);
            AtomicInteger calls = new AtomicInteger();
            DatabaseImages images = DatabaseImages.of(fixture.store(), any -> {
                if (calls.incrementAndGet() == 2) {
                    fill(fixture, 5);
                }
                return 40 * MEBIBYTE; // The log may grow by 4 MiB.
            });
            Path folder = directory.resolve("image");
            assertThatThrownBy(() -> images.open(folder))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            problem -> assertThat(problem.kind()).isEqualTo(Kind.FULL))
                    .hasMessageContaining("too much was written");
            assertThat(files(folder)).isEmpty();
            fill(fixture, 1); // The lock of the writer is free again.
            images.open(folder).close();
        }
    }

    @Test
    void imageWithoutRoomIsRefused() throws Exception {
        try (Fixture fixture = Fixture.in(directory)) {
            fill(fixture, 10);
            Path folder = directory.resolve("image");
            assertThatThrownBy(() -> DatabaseImages.of(fixture.store(), any -> 11 * MEBIBYTE)
                            .open(folder))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            problem -> assertThat(problem.kind()).isEqualTo(Kind.FULL))
                    .hasMessageContaining("bytes, and");
            assertThat(files(folder)).isEmpty();
        }
    }

    @Test
    void oneImageIsMadeAtATime() throws Exception {
        try (Fixture fixture = Fixture.in(directory)) {
            Path folder = directory.resolve("image");
            AtomicInteger calls = new AtomicInteger();
            List<DatabaseImages> self = new ArrayList<>();
            self.add(DatabaseImages.of(fixture.store(), any -> {
                if (calls.incrementAndGet() == 2) {
                    assertThatThrownBy(() -> self.get(0).open(folder))
                            .isInstanceOfSatisfying(
                                    StoreException.class,
                                    problem -> assertThat(problem.kind()).isEqualTo(Kind.BUSY));
                }
                return ENOUGH;
            }));
            try (StoreImage first = self.get(0).open(folder);
                    StoreImage second = self.get(0).open(folder)) {
                assertThat(files(folder)).hasSize(2);
                assertThat(first.file()).exists().isNotEqualTo(second.file());
            }
        }
    }

    @Test
    void startDeletesTheImageOfAKilledProcess() throws Exception {
        Path folder = Files.createDirectories(directory.resolve("image"));
        Files.writeString(folder.resolve("svc-image-1.db"), "half");
        Files.writeString(folder.resolve("svc-image-1.db-journal"), "half");
        Files.writeString(folder.resolve("other"), "kept");
        try (Fixture fixture = Fixture.in(directory)) {
            DatabaseImages.of(fixture.store(), any -> ENOUGH);
            assertThat(files(folder)).containsExactly("other");
        }
    }
}

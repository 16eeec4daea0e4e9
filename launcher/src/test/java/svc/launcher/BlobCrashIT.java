package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/**
 * The server is killed during uploads and garbage collections: what was acknowledged is complete, and nothing is left
 * over.
 */
final class BlobCrashIT {

    private static final int UPLOADERS = 4;

    /** All blobs are checked after so many rounds, because their number grows. */
    private static final int EVERY = 20;

    @TempDir
    private Path directory;

    /** The expected state of a blob. */
    private enum Fate {
        /** An object refers to it. */
        NEEDED,
        /** It was uploaded and not used. */
        YOUNG,
        /** Its file has an old timestamp and no object refers to it: it may have been removed. */
        OLD
    }

    private final Map<String, Fate> statuses = new ConcurrentHashMap<>();
    private final Map<String, String> texts = new ConcurrentHashMap<>();
    private final Set<String> fresh = ConcurrentHashMap.newKeySet();
    private final AtomicLong numbers = new AtomicLong();

    @Test
    @Covers({"BLOB-04", "BLOB-07"})
    void acknowledgedBlobsSurviveAKill() throws Exception {
        kills(1);
    }

    @Test
    @Tag("soak")
    void acknowledgedBlobsSurviveManyKills() throws Exception {
        kills(200);
    }

    private void kills(int rounds) throws Exception {
        Path home = directory.resolve("home");
        Files.createDirectories(home.resolve("extensions"));
        KeepsBundle.jar(directory).writeTo(home.resolve("extensions/keeps.jar"));
        Files.writeString(directory.resolve("orders"), "");
        long seed = Long.getLong("svc.seed", 31_415L);
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        RunningServer server = SvcCommand.svc().start(home).ready();
        try {
            BlobClient ann = BlobClient.of(SignedIn.as(server, "ann@one.test"));
            for (int i = 0; i < rounds; i++) {
                live(server, ann, random);
                server = SvcCommand.svc().start(home).ready();
                ann = BlobClient.of(SignedIn.again(server, "ann@one.test"));
                examine(server, ann, i % EVERY == EVERY - 1 || i == rounds - 1);
            }
        } finally {
            server.close();
        }
        System.out.println(numbers.get() + " uploads, " + statuses.size() + " blobs left, " + rounds + " kills");
    }

    private void live(RunningServer server, BlobClient ann, Random random) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(UPLOADERS + 1);
        List<Future<?>> under = new ArrayList<>();
        for (int i = 0; i < UPLOADERS; i++) {
            Random own = new Random(random.nextLong());
            under.add(threads.submit(() -> untilDead(() -> upload(server, ann, own))));
        }
        under.add(threads.submit(() -> untilDead(() -> server.command("", "blobs", "collect"))));
        server.killAfter(Duration.ofMillis(500 + random.nextInt(1_000)));
        threads.shutdownNow();
        assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        for (Future<?> one : under) {
            one.get();
        }
    }

    private static void untilDead(Runnable step) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                step.run();
            }
        } catch (UncheckedIOException | IllegalStateException | java.util.NoSuchElementException failure) {
            // the server was killed
        }
    }

    private void upload(RunningServer server, BlobClient ann, Random random) {
        String text = numbers.incrementAndGet() + " ".repeat(random.nextInt(10) == 0 ? 300_000 : random.nextInt(500));
        String id = ann.store(text);
        texts.put(id, text);
        statuses.put(id, Fate.YOUNG);
        fresh.add(id);
        int choice = random.nextInt(3);
        if (choice == 0) {
            HttpResponse<String> response = ann.who()
                    .post(
                            "/jmap",
                            "{\"using\":[\"" + KeepsBundle.URN
                                    + "\"],\"methodCalls\":[[\"Keep/refer\",{\"accountId\":\""
                                    + ann.who().accountId() + "\",\"blobId\":\"" + id
                                    + "\",\"n\":1,\"release\":false},\"c\"]]}");
            assertThat(response.body()).contains("\"done\":true");
            statuses.put(id, Fate.NEEDED);
            touch(server, id);
        } else if (choice == 1) {
            statuses.put(id, Fate.OLD);
            touch(server, id);
        } else if (random.nextInt(20) == 0) {
            touchOne(server, random);
        }
    }

    /**
     * Sets an old timestamp for the file or the sealed pack of a blob. All unused blobs of such a pack may then be
     * removed. The open pack is left out, because it may have blobs that are not acknowledged yet.
     */
    private void touch(RunningServer server, String id) {
        BlobFiles files = new BlobFiles(server.home());
        List<Path> packs = files.packs();
        for (Path file : files.of(id)) {
            if (!packs.contains(file)) {
                statuses.replace(id, Fate.YOUNG, Fate.OLD);
            } else {
                if (packs.indexOf(file) == packs.size() - 1) {
                    continue;
                }
                BlobFiles.in(file).forEach(one -> statuses.replace(one, Fate.YOUNG, Fate.OLD));
            }
            try {
                Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(2))));
            } catch (NoSuchFileException e) {
                // The pack was compacted.
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Sets an old timestamp for a blob that was stored before the last kill. */
    private void touchOne(RunningServer server, Random random) {
        List<String> ids = List.copyOf(statuses.keySet());
        if (!ids.isEmpty()) {
            touch(server, ids.get(random.nextInt(ids.size())));
        }
    }

    /** Checks all blobs, or those that this run of the server added. */
    private void examine(RunningServer server, BlobClient ann, boolean all) {
        Set<String> ids = all ? Set.copyOf(statuses.keySet()) : Set.copyOf(fresh);
        fresh.clear();
        ids.forEach(id -> {
            HttpResponse<byte[]> response = ann.download(ann.who().accountId(), id);
            if (statuses.get(id) == Fate.OLD && response.statusCode() == 404) {
                assertThat(BlobClient.json(response).path("type").asText()).isEqualTo("blobNotFound");
                statuses.remove(id);
                texts.remove(id);
            } else {
                assertThat(response.statusCode())
                        .as("%s %s", statuses.get(id), id)
                        .isEqualTo(200);
                assertThat(new String(response.body(), StandardCharsets.UTF_8)).isEqualTo(texts.get(id));
            }
        });
        assertThat(new BlobFiles(server.home()).temporary()).isEmpty();
        assertThat(server.err()).doesNotContain("Data loss");
    }
}

package svc.blobs.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.AccountBlobs.BlobReference;
import svc.api.blob.BlobId;
import svc.api.identity.Account;
import svc.api.store.StoreException;
import svc.blobs.account.BlobRows;
import svc.blobs.account.BlobsFixture;
import svc.blobs.account.StoredAccountBlobs;

/**
 * The collector runs continuously while sixteen accounts of two organizations upload, copy, refer to, release and erase
 * the same few blobs, and the clock is moved forward. One thread uses each account and knows which blobs must, may and
 * must not exist.
 */
class BlobGarbageCollectorModelTest {

    private static final int THREADS = 16;
    private static final int TEXTS = 24;

    /** The least number of rounds of the collector, and of blobs that it removes in them. */
    private static final int WORK = 10;

    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    Path directory;

    @Test
    void neverRemovesANeededBlob() throws Exception {
        try (BlobsFixture fixture = new BlobsFixture(directory)) {
            play(fixture, 4_000);
        }
    }

    @Test
    void neverRemovesTheFileOfANeededBlob() throws Exception {
        try (BlobsFixture fixture = BlobsFixture.onDisk(directory, directory.resolve("home"))) {
            play(fixture, 1_600);
            assertPacksWereCompacted(fixture);
        }
    }

    @Test
    @Tag("soak")
    void neverRemovesANeededBlobInAHundredThousandSteps() throws Exception {
        try (BlobsFixture fixture = new BlobsFixture(directory)) {
            play(fixture, 100_000);
        }
    }

    @Test
    @Tag("soak")
    void neverRemovesTheFileOfANeededBlobInAHundredThousandSteps() throws Exception {
        try (BlobsFixture fixture = BlobsFixture.onDisk(directory, directory.resolve("home"))) {
            play(fixture, 100_000);
            assertPacksWereCompacted(fixture);
        }
    }

    /** A pack in which an upload without a row was found is compacted a day later. */
    private void assertPacksWereCompacted(BlobsFixture fixture) {
        for (int day = 0; day < 3; day++) {
            fixture.clock.move(Duration.ofHours(25));
            fixture.collector.strays();
            fixture.collector.compact();
        }
        assertThat(directory.resolve("home/data/blobs/packs"))
                .isDirectoryNotContaining("glob:**/00000001.pack")
                .isNotEmptyDirectory();
    }

    private static void play(BlobsFixture fixture, int steps) throws Exception {
        long seed = Long.getLong("svc.seed", 20_261_121L);
        System.out.println("seed " + seed);
        List<Account> accounts = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            accounts.add(fixture.account("o" + (1 + i % 2), "p" + i));
        }
        List<Player> players = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Account neighbour = accounts.get((i + 2) % THREADS);
            players.add(new Player(fixture, accounts.get(i), neighbour, new Random(seed + i)));
        }
        CollectorLoop loop = new CollectorLoop(fixture, new Random(seed));
        ExecutorService threads = Executors.newFixedThreadPool(THREADS + 1);
        try {
            Future<?> collecting = threads.submit(loop);
            List<Future<?>> games = new ArrayList<>();
            players.forEach(player -> games.add(threads.submit(() -> player.play(steps / THREADS, loop))));
            for (Future<?> game : games) {
                game.get();
            }
            loop.over.set(true);
            collecting.get();
        } finally {
            loop.over.set(true);
            threads.shutdownNow();
        }
        System.out.println(loop);
        assertThat(loop.hadWork()).as("%s", loop).isTrue();
        fixture.clock.move(Duration.ofHours(25));
        fixture.collector.loose();
        fixture.collector.strays();
        compare(fixture, players);
    }

    /**
     * Collects until the players have ended. The clock is moved while the players act, but so that an action rarely takes
     * longer than a day.
     */
    private static final class CollectorLoop implements Runnable {

        private final BlobsFixture fixture;
        private final Random random;
        private final AtomicBoolean over = new AtomicBoolean();
        private final AtomicLong steps = new AtomicLong();
        private final AtomicLong rounds = new AtomicLong();
        private final AtomicLong removed = new AtomicLong();
        private final long limit = System.nanoTime() + LIMIT.toNanos();

        CollectorLoop(BlobsFixture fixture, Random random) {
            this.fixture = fixture;
            this.random = random;
        }

        @Override
        public void run() {
            long next = 0;
            while (!over.get()) {
                if (steps.get() >= next) {
                    next = steps.get() + THREADS;
                    fixture.clock.move(Duration.ofMinutes(random.nextInt(600)));
                }
                removed.addAndGet(fixture.collector.loose().blobs());
                removed.addAndGet(
                        random.nextInt(3) == 0 ? fixture.collector.strays().blobs() : 0);
                if (random.nextInt(3) == 0) {
                    fixture.collector.compact();
                }
                rounds.incrementAndGet();
            }
        }

        boolean hadWork() {
            return rounds.get() >= WORK && removed.get() >= WORK;
        }

        /** Returns whether the players must go on, because the collector has not done enough among them yet. */
        boolean needsMore() {
            return !hadWork() && !over.get() && System.nanoTime() < limit;
        }

        @Override
        public String toString() {
            return "The collector removed " + removed + " blobs in " + rounds + " rounds of " + steps + " steps";
        }
    }

    private static void compare(BlobsFixture fixture, List<Player> players) throws IOException {
        Map<String, Set<BlobId>> needed = new HashMap<>();
        for (Player player : players) {
            needed.computeIfAbsent(player.account.organization(), name -> new HashSet<>())
                    .addAll(player.referred());
            assertThat(player.held()).as(player.account.name()).isEqualTo(player.referred());
        }
        for (Map.Entry<String, Set<BlobId>> of : needed.entrySet()) {
            assertThat(new HashSet<>(fixture.kept.list(of.getKey(), Optional.empty(), Integer.MAX_VALUE)))
                    .isEqualTo(of.getValue());
            assertThat(fixture.counted()
                            .getOrDefault(of.getKey(), List.of(0L, 0L))
                            .get(0))
                    .isEqualTo(of.getValue().size());
        }
    }

    /** The actions of one account and the expected state. */
    private static final class Player {

        private final BlobsFixture fixture;
        private final Account account;
        private final Account neighbour;
        private final Random random;
        private int texts = TEXTS;
        private final Map<Integer, BlobId> names = new HashMap<>();
        private final Map<BlobId, Set<BlobReference>> refs = new HashMap<>();
        private final Map<BlobId, Instant> brought = new HashMap<>();

        /** Blobs that the account copied and that no object has referred to since, with the time of the copy. */
        private final Map<BlobId, Instant> copied = new HashMap<>();

        Player(BlobsFixture fixture, Account account, Account neighbour, Random random) {
            this.fixture = fixture;
            this.account = account;
            this.neighbour = neighbour;
            this.random = random;
        }

        void play(int steps, CollectorLoop loop) {
            for (int i = 0; i < steps || loop.needsMore(); i++) {
                step();
                loop.steps.incrementAndGet();
                look(random.nextInt(texts));
            }
        }

        /** Returns a text: the first ones are those of all accounts, the others belong to this account. */
        private String text(int i) {
            return i < TEXTS ? "blob " + i : "blob " + i + " of " + account.name();
        }

        private void step() {
            if (random.nextInt(10) == 0) {
                upload(texts++);
                return;
            }
            int i = random.nextInt(TEXTS);
            BlobId known = names.get(i);
            int dice = random.nextInt(100);
            if (known == null || dice < 25) {
                upload(i);
            } else if (dice < 35) {
                copy(known);
            } else if (dice < 65) {
                refer(known, new BlobReference("Note", 1 + random.nextInt(3), 'n'));
            } else if (dice < 99) {
                release(known);
            } else {
                fixture.erase(account);
                refs.clear();
                brought.clear();
                copied.clear();
            }
        }

        private void upload(int i) {
            Instant before = fixture.clock.now();
            BlobId id;
            try {
                id = fixture.upload(account, text(i));
            } catch (UncheckedIOException removedMeanwhile) {
                assertThat(fixture.kept)
                        .as("bytes that are committed before their row")
                        .isSameAs(fixture.bytes);
                return;
            } catch (StoreException late) {
                assertThat(fixture.clock.now()).as("%s", late).isAfterOrEqualTo(before.plus(Duration.ofHours(25)));
                return;
            }
            names.put(i, id);
            brought.put(id, before);
        }

        /** Copies a blob that another account of the organization may hold. */
        private void copy(BlobId id) {
            Instant before = fixture.clock.now();
            if (fixture.copy(neighbour, account, id).isPresent()
                    && refs.getOrDefault(id, Set.of()).isEmpty()) {
                copied.put(id, before);
            }
        }

        private void refer(BlobId id, BlobReference owner) {
            boolean must = must(id);
            Instant before = fixture.clock.now();
            boolean done = fixture.refer(account, id, owner);
            if (done) {
                assertKnown(id);
                copied.computeIfPresent(id, (key, at) -> Instant.MIN);
                refs.computeIfAbsent(id, key -> new HashSet<>()).add(owner);
            } else {
                assertThat(must && must(id)).as("%s at %s", id, before).isFalse();
            }
        }

        private void release(BlobId id) {
            Set<BlobReference> owners = refs.getOrDefault(id, Set.of());
            if (!owners.isEmpty()) {
                BlobReference owner = owners.iterator().next();
                fixture.release(account, id, owner);
                owners.remove(owner);
            }
        }

        private boolean must(BlobId id) {
            return !refs.getOrDefault(id, Set.of()).isEmpty() || fresh(brought.get(id)) || fresh(copied.get(id));
        }

        private boolean fresh(@Nullable Instant at) {
            return at != null && at.isAfter(fixture.clock.now().minus(BlobRows.KEPT));
        }

        private void assertKnown(BlobId id) {
            assertThat(brought.containsKey(id) || copied.containsKey(id))
                    .as("never brought, or erased since")
                    .isTrue();
        }

        private void look(int i) {
            BlobId id = names.get(i);
            if (id == null) {
                return;
            }
            Optional<String> found = fixture.text(account, id);
            if (found.isPresent()) {
                assertThat(found).hasValue(text(i));
                assertKnown(id);
            } else {
                assertThat(must(id))
                        .as("%s of %s is gone", text(i), account.name())
                        .isFalse();
            }
        }

        Set<BlobId> referred() {
            Set<BlobId> referred = new HashSet<>(refs.keySet());
            referred.removeIf(id -> refs.getOrDefault(id, Set.of()).isEmpty());
            return referred;
        }

        Set<BlobId> held() {
            return fixture.store.read(
                    StoredAccountBlobs.scope(account), snapshot -> fixture.blobs.existing(snapshot, names.values()));
        }
    }
}

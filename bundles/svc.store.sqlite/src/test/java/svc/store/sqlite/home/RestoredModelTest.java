package svc.store.sqlite.home;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.store.Changes;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.State;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableWallClock;

/**
 * Clients with a cache live through restarts, crashes and restored copies of the database, older and newer ones in any
 * order. A client that synchronizes always ends with the contents of the database, and no object number is used twice.
 */
class RestoredModelTest {

    private static final String TYPE = "Foo";
    private static final int CLIENTS = 5;

    @TempDir
    Path folder;

    private final SettableWallClock clock = new SettableWallClock();
    private final List<Client> clients = new ArrayList<>();
    private final List<Map<Path, byte[]>> copies = new ArrayList<>();
    private final Set<Long> numbers = new HashSet<>();
    private Random random = new Random(0);
    private int contents;
    private int restores;

    private static final class Client {
        private final Map<Long, String> cache = new TreeMap<>();
        private @Nullable State known;
    }

    @Test
    void clientsConvergeAfterAnyRestore() throws IOException {
        live(Long.getLong("svc.seed", 20_261_123L), 60);
    }

    @Test
    @Tag("soak")
    void clientsConvergeInAHundredRuns() throws IOException {
        long seed = Long.getLong("svc.seed", System.nanoTime());
        for (int life = 0; life < 100; life++) {
            live(seed + life, 100);
        }
    }

    private void live(long seed, int runs) throws IOException {
        random = new Random(seed);
        Path home = folder.resolve("home" + seed);
        Files.createDirectories(home.resolve("data"));
        Path file = MigratedDatabaseFixture.in(home.resolve("data"), SqliteStore.class);
        clients.clear();
        copies.clear();
        numbers.clear();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(new Client());
        }
        for (int run = 0; run < runs; run++) {
            if (random.nextInt(3) > 0) {
                clock.move(Duration.ofSeconds(random.nextInt(100)));
            }
            run(home, file, "seed " + seed + ", run " + run);
            between(home);
        }
        assertThat(restores).isPositive();
    }

    private void run(Path home, Path file, String what) throws IOException {
        HomeBinding binding = new HomeBinding(home, file, clock);
        binding.refuseLostDatabase();
        binding.begin();
        Map<Path, byte[]> crash = Map.of();
        SqliteStore store =
                new SqliteStore(new MigratedDatabase(file, binding.twin().files()), HomeBindingTest.silent(clock));
        try {
            Scope ann = HomeBindingTest.ann(store);
            for (int step = random.nextInt(12); step > 0; step--) {
                act(store, ann, what);
            }
            crash = random.nextInt(3) == 0 ? image(home) : crash;
        } finally {
            store.close();
        }
        if (!crash.isEmpty()) {
            put(home, crash);
        }
    }

    private void act(SqliteStore store, Scope ann, String what) {
        if (random.nextInt(3) == 0) {
            store.read(ann, snapshot -> synchronize(snapshot, clients.get(random.nextInt(CLIENTS)), what));
        } else {
            store.write(ann, tx -> {
                List<Long> living =
                        tx.scan(TYPE, 0, 1_000).stream().map(Snapshot.Body::n).toList();
                int kind = living.isEmpty() ? 0 : random.nextInt(3);
                if (kind == 0) {
                    long n = tx.logCreated(TYPE, Facets.ALL);
                    assertThat(numbers.add(n))
                            .as("%s: the number %s is new", what, n)
                            .isTrue();
                    tx.put(TYPE, n, content());
                } else {
                    long n = living.get(random.nextInt(living.size()));
                    if (kind == 1) {
                        tx.logUpdated(TYPE, n, Facets.ALL);
                        tx.put(TYPE, n, content());
                    } else {
                        tx.logDestroyed(TYPE, n);
                        tx.remove(TYPE, List.of(n));
                    }
                }
                return true;
            });
        }
    }

    private byte[] content() {
        return ("content " + contents++).getBytes(UTF_8);
    }

    /**
     * Synchronizes a client: changes since its state, page by page, or all objects when changes cannot be calculated.
     */
    private static boolean synchronize(Snapshot snapshot, Client client, String what) {
        boolean more = true;
        while (more) {
            State since = client.known;
            Optional<Changes> page = since == null ? Optional.empty() : snapshot.changes(TYPE, since, 3);
            if (page.isEmpty()) {
                client.cache.clear();
                snapshot.scan(TYPE, 0, 1_000)
                        .forEach(body -> client.cache.put(body.n(), new String(body.bytes(), UTF_8)));
                client.known = snapshot.state(TYPE);
                more = false;
            } else {
                Changes changes = page.get();
                fetch(snapshot, client, changes.created());
                fetch(
                        snapshot,
                        client,
                        changes.updated().stream().map(Changes.Updated::n).toList());
                changes.destroyed().forEach(client.cache::remove);
                client.known = changes.newState();
                more = changes.hasMoreChanges();
            }
        }
        Map<Long, String> truth = new TreeMap<>();
        snapshot.scan(TYPE, 0, 1_000).forEach(body -> truth.put(body.n(), new String(body.bytes(), UTF_8)));
        assertThat(client.cache).as(what).isEqualTo(truth);
        assertThat(client.known).as(what).isEqualTo(snapshot.state(TYPE));
        return true;
    }

    private static void fetch(Snapshot snapshot, Client client, Collection<Long> numbers) {
        snapshot.bodies(TYPE, numbers).forEach((n, body) -> client.cache.put(n, new String(body, UTF_8)));
    }

    /** Makes a copy or restores one while the store is stopped. */
    private void between(Path home) throws IOException {
        if (random.nextInt(3) == 0) {
            copies.add(image(home));
        }
        if (!copies.isEmpty() && random.nextInt(3) == 0) {
            restores++;
            Map<Path, byte[]> copy = new HashMap<>(copies.get(random.nextInt(copies.size())));
            // The database alone, or the whole folder data/; no copy has the files in run/.
            copy.keySet().removeIf(path -> path.startsWith("run"));
            if (random.nextBoolean()) {
                copy.keySet().removeIf(path -> path.endsWith("svc.twin"));
            }
            put(home, copy);
        }
    }

    /** Returns the files of the database and its twins. While no write runs, a kill would leave the same files. */
    private static Map<Path, byte[]> image(Path home) throws IOException {
        Map<Path, byte[]> image = new HashMap<>();
        for (String name : List.of("data/svc.db", "data/svc.db-wal", "data/svc.twin", "run/svc.twin")) {
            if (Files.exists(home.resolve(name))) {
                image.put(Path.of(name), Files.readAllBytes(home.resolve(name)));
            }
        }
        return image;
    }

    private static void put(Path home, Map<Path, byte[]> image) throws IOException {
        for (String gone : List.of("data/svc.db-wal", "data/svc.db-shm")) {
            Files.deleteIfExists(home.resolve(gone));
        }
        image.forEach((name, bytes) -> {
            try {
                Files.write(home.resolve(name), bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}

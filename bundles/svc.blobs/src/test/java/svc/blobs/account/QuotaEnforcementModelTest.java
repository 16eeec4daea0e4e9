package svc.blobs.account;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.AccountBlobs.BlobReference;
import svc.api.blob.BlobId;
import svc.api.blob.OverQuotaException;
import svc.api.identity.Account;

/**
 * Accounts upload, refer to, release and lose blobs while their limits change. The counts must equal those of a model
 * (DOM-02).
 */
class QuotaEnforcementModelTest {

    private static final int TEXTS = 30;
    private static final int LEAST = 20;

    @TempDir
    Path directory;

    @Test
    void countsEqualTheStoredBytes() {
        play(2_000);
    }

    @Test
    @Tag("soak")
    void countsEqualTheStoredBytesInAHundredThousandSteps() {
        play(100_000);
    }

    private void play(int steps) {
        long seed = Long.getLong("svc.seed", 9_425L);
        Random random = new Random(seed);
        try (BlobsFixture fixture = new BlobsFixture(directory)) {
            List<Player> players = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                players.add(new Player(fixture, fixture.account("one", "p" + i), random));
            }
            int refused = 0;
            for (int step = 0; step < steps; step++) {
                Player player = players.get(random.nextInt(players.size()));
                refused += player.step() ? 0 : 1;
                if (random.nextInt(50) == 0) {
                    fixture.clock.move(Duration.ofMinutes(random.nextInt(300)));
                    fixture.collector.loose();
                    players.forEach(Player::collected);
                }
                assertThat(fixture.use(player.account))
                        .as("seed %d, step %d", seed, step)
                        .isEqualTo(player.use());
            }
            assertThat(refused).as("the limits did something").isPositive();
            players.forEach(
                    player -> assertThat(Recount.correct(fixture.store, StoredAccountBlobs.scope(player.account)))
                            .isFalse());
        }
    }

    /** A blob of the model: pending with an upload time, uncounted, or referenced. */
    private static final class Known {
        private final BlobId id;
        private final long size;
        private final Set<BlobReference> owners = new HashSet<>();
        private boolean pending;
        private Instant brought;

        Known(BlobId id, long size, Instant brought) {
            this.id = id;
            this.size = size;
            this.brought = brought;
        }
    }

    private static final class Player {

        private final BlobsFixture fixture;
        private final Account account;
        private final Random random;
        private final Map<String, Known> known = new HashMap<>();
        private long limit = Long.MAX_VALUE;

        Player(BlobsFixture fixture, Account account, Random random) {
            this.fixture = fixture;
            this.account = account;
            this.random = random;
        }

        BlobRows.Use use() {
            long used = known.values().stream()
                    .filter(one -> !one.owners.isEmpty())
                    .mapToLong(one -> one.size)
                    .sum();
            long pending = known.values().stream()
                    .filter(one -> one.pending)
                    .mapToLong(one -> one.size)
                    .sum();
            return new BlobRows.Use(used, pending);
        }

        /** Runs a random step; false when it was rejected. */
        boolean step() {
            int n = random.nextInt(TEXTS);
            String text = "x".repeat(LEAST + n) + (n % 2 == 0 ? "" : account.name());
            int dice = random.nextInt(100);
            if (dice < 2) {
                limit = 60L + random.nextInt(500);
                fixture.people.limit(account, limit);
                return true;
            } else if (dice < 40 || !known.containsKey(text)) {
                return upload(text);
            } else if (dice < 75) {
                return refer(text);
            }
            release(text);
            return true;
        }

        private boolean upload(String text) {
            Known one = known.get(text);
            boolean counted = one != null && (one.pending || !one.owners.isEmpty());
            boolean fits = counted || makeRoom(text);
            try {
                BlobId id = fixture.upload(account, text);
                assertThat(fits).isTrue();
                Known now = known.computeIfAbsent(text, key -> new Known(id, text.length(), fixture.clock.now()));
                now.brought = fixture.clock.now();
                now.pending = now.owners.isEmpty();
                return true;
            } catch (OverQuotaException e) {
                assertThat(fits).isFalse();
                return false;
            }
        }

        /** Removes the blobs that a new upload replaces; false when there is not enough room. */
        private boolean makeRoom(String text) {
            BlobRows.Use use = use();
            long missing = limit == Long.MAX_VALUE ? 0 : use.used() + use.pending() + text.length() - limit;
            List<Map.Entry<String, Known>> old = new ArrayList<>(known.entrySet());
            old.removeIf(entry -> !entry.getValue().pending
                    || !entry.getValue().brought.isBefore(fixture.clock.now().minus(QuotaEnforcement.SAFE)));
            old.sort(Comparator.comparing((Map.Entry<String, Known> entry) -> entry.getValue().brought)
                    .thenComparing(entry -> entry.getValue().id.toString()));
            Set<String> gone = new HashSet<>();
            for (Map.Entry<String, Known> entry : old) {
                if (missing > 0) {
                    gone.add(entry.getKey());
                    missing -= entry.getValue().size;
                }
            }
            if (missing > 0) {
                return false;
            }
            known.keySet().removeAll(gone);
            return true;
        }

        private boolean refer(String text) {
            Known one = requireNonNull(known.get(text));
            boolean fits = !one.owners.isEmpty() || use().used() + one.size <= limit;
            BlobReference owner = new BlobReference("Note", 1 + random.nextInt(3), 'n');
            try {
                assertThat(fixture.refer(account, one.id, owner)).isTrue();
                assertThat(fits).isTrue();
                one.owners.add(owner);
                one.pending = false;
                return true;
            } catch (OverQuotaException e) {
                assertThat(fits).isFalse();
                return false;
            }
        }

        private void release(String text) {
            Known one = requireNonNull(known.get(text));
            one.owners.stream().findFirst().ifPresent(owner -> {
                fixture.release(account, one.id, owner);
                one.owners.remove(owner);
            });
        }

        /** Checks that the blobs removed by the collector were unreferenced and a day old. */
        void collected() {
            Set<BlobId> ids = new HashSet<>();
            known.values().forEach(one -> ids.add(one.id));
            Set<BlobId> held = fixture.store.read(
                    StoredAccountBlobs.scope(account), snapshot -> fixture.blobs.existing(snapshot, ids));
            known.values().removeIf(one -> {
                boolean gone = !held.contains(one.id);
                if (gone) {
                    assertThat(one.owners).isEmpty();
                    assertThat(one.brought)
                            .isBeforeOrEqualTo(fixture.clock.now().minus(BlobRows.KEPT));
                }
                return gone;
            });
        }
    }
}

package svc.blobs.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.blob.BlobStore.PendingBlob;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.store.Scope;
import svc.api.time.Clock;
import svc.blobs.files.pack.PackEntry;
import svc.blobs.files.pack.Place;
import svc.testkit.BlobStoreContract;
import svc.testkit.Covers;

/** Small blobs are entries of packs. */
final class PackedBlobsTest extends BlobStoreContract {

    @TempDir
    private Path directory;

    @SuppressWarnings("NullAway.Init") // opened before each test
    private PackHome home;

    @Override
    protected BlobStore open(Clock clock) throws IOException {
        home = PackHome.started(directory, clock());
        return home.blobs();
    }

    @Override
    protected void close(BlobStore store) {
        home.close();
    }

    @Override
    protected void damage(BlobStore store, String organization, BlobId id) throws IOException {
        Place place = home.place(organization, id).orElseThrow();
        PackHome.flip(home.pack(organization, id), place.at() + PackEntry.HEADER + place.length() / 2);
    }

    @Test
    void onlySmallBlobsAreInPacks() throws Exception {
        BlobId largest = home.keep("o1", Home.bytes(1, PackEntry.LARGEST));
        BlobId larger = home.keep("o1", Home.bytes(2, PackEntry.LARGEST + 1));
        assertThat(home.place("o1", largest)).isPresent();
        assertThat(home.place("o1", larger)).isEmpty();
        assertThat(home.blobs().files().list("o1", Optional.empty(), 9)).containsExactly(larger);
        assertThat(home.list("o1")).containsExactlyInAnyOrder(largest, larger);
        assertThat(home.blobs().packs().numbers()).containsExactly(1);
    }

    @Test
    void blobsSurviveARestartAndANewPackIsBegun() throws Exception {
        BlobId first = home.keep("o1", Home.bytes(1, 5_000));
        home = home.restarted();
        BlobId second = home.keep("o1", Home.bytes(2, 5_000));
        assertThat(home.place("o1", second).orElseThrow().pack()).isEqualTo(2);
        assertThat(home.read("o1", first)).isEqualTo(Home.bytes(1, 5_000));
        assertThat(home.read("o1", second)).isEqualTo(Home.bytes(2, 5_000));
    }

    @Test
    void aPackIsSealedAfterAnHour() throws Exception {
        BlobId first = home.keep("o1", Home.bytes(1, 100));
        clock().move(Duration.ofMinutes(60));
        BlobId second = home.keep("o1", Home.bytes(2, 100));
        clock().move(Duration.ofMinutes(1));
        BlobId third = home.keep("o1", Home.bytes(3, 100));
        assertThat(home.place("o1", second).orElseThrow().pack())
                .isEqualTo(home.place("o1", first).orElseThrow().pack())
                .isEqualTo(home.place("o1", third).orElseThrow().pack() - 1);
    }

    @Test
    void filesOfAnEarlierReleaseAreReadListedAndRemoved() throws Exception {
        BlobId id = Home.keep(home.blobs().files(), "o1", Home.bytes(1, 5_000));
        home = home.restarted();
        assertThat(home.read("o1", id)).isEqualTo(Home.bytes(1, 5_000));
        assertThat(home.list("o1")).containsExactly(id);
        assertThat(home.keep("o1", Home.bytes(1, 5_000))).isEqualTo(id);
        assertThat(home.place("o1", id)).isPresent();
        assertThat(home.list("o1")).containsExactly(id);
        assertThat(home.blobs().remove("o1", id, clock().now())).isTrue();
        assertThat(home.blobs().find("o1", id)).isEmpty();
        assertThat(home.list("o1")).isEmpty();
    }

    @Test
    void aBlobExistsAfterTheCommitOfItsTransaction() throws Exception {
        PendingBlob pending = prepared("o1", Home.bytes(1, 100));
        assertThat(home.blobs().find("o1", pending.id())).isEmpty();
        assertThatThrownBy(() -> home.store().write(Scope.system(), tx -> {
                    pending.commitIn(tx);
                    throw new IllegalStateException("rolled back");
                }))
                .hasMessage("rolled back");
        assertThat(home.blobs().find("o1", pending.id())).isEmpty();
        commit(pending);
        assertThat(home.read("o1", pending.id())).isEqualTo(Home.bytes(1, 100));
        pending.discard();
        assertThat(home.read("o1", pending.id())).as("committed").isEqualTo(Home.bytes(1, 100));
    }

    @Test
    void discardedBytesAreOverwritten() throws Exception {
        PendingBlob pending = prepared("o1", Home.bytes(1, 100));
        byte[] before = Files.readAllBytes(home.blobs().packs().path(1));
        pending.discard();
        byte[] after = Files.readAllBytes(home.blobs().packs().path(1));
        assertThat(after).hasSameSizeAs(before);
        assertThat(new String(after, ISO_8859_1)).doesNotContain("svcblob");
    }

    private PendingBlob prepared(String organization, byte[] bytes) throws IOException {
        try (BlobStore.BlobWriter draft = home.blobs().newBlob(organization)) {
            draft.out().write(bytes);
            draft.out().close();
            return draft.prepare();
        }
    }

    private void commit(PendingBlob pending) {
        home.store().write(Scope.system(), tx -> {
            pending.commitIn(tx);
            return true;
        });
    }

    @Test
    @Covers(
            value = {"BLOB-04", "BLOB-05"},
            part = "the store of blobs")
    void aBlobIsAsOldAsTheTimestampOfItsPack() throws Exception {
        BlobId id = home.keep("o1", new byte[10]);
        Instant now = clock().now();
        Instant dayAgo = now.minus(Duration.ofHours(24));
        Path pack = home.pack("o1", id);
        Files.setLastModifiedTime(pack, FileTime.from(now.plus(Duration.ofDays(365))));
        assertThat(home.blobs().remove("o1", id, Instant.MAX)).isFalse();
        Files.setLastModifiedTime(pack, FileTime.from(dayAgo.plus(Duration.ofMinutes(1))));
        assertThat(home.blobs().remove("o1", id, dayAgo)).isFalse();
        Files.setLastModifiedTime(pack, FileTime.from(dayAgo.minus(Duration.ofMinutes(1))));
        assertThat(home.blobs().remove("o1", id, dayAgo)).isTrue();
        assertThat(home.blobs().find("o1", id)).isEmpty();
    }

    @Test
    void aRemovedBlobIsOverwrittenAndItsPackKeepsItsTimestamp() throws Exception {
        BlobId id = home.keep("o1", Home.bytes(1, 1_000));
        BlobId stays = home.keep("o1", Home.bytes(2, 1_000));
        StoredBlob stored = home.blobs().find("o1", id).orElseThrow();
        Path pack = home.pack("o1", id);
        home = home.restarted();
        FileTime before = Files.getLastModifiedTime(pack);
        byte[] body = Arrays.copyOfRange(Files.readAllBytes(pack), PackEntry.HEADER, PackEntry.HEADER + 64);
        clock().move(Duration.ofDays(2));
        assertThat(home.blobs().remove("o1", id, clock().now())).isTrue();
        home.blobs().compact(() -> true);
        assertThat(new String(Files.readAllBytes(pack), ISO_8859_1)).doesNotContain(new String(body, ISO_8859_1));
        assertThat(Files.getLastModifiedTime(pack)).isEqualTo(before);
        assertThat(home.read("o1", stays)).isEqualTo(Home.bytes(2, 1_000));
        assertThat(stored.id()).isEqualTo(id);
        assertThat(home.blobs().rebuild(examined -> {})).as("void entries").isZero();
    }

    @Test
    void aBlobIsRemovedAtOnceAlthoughOthersAreWrittenToItsPack() throws Exception {
        BlobId id = home.keep("o1", Home.bytes(1, 1_000));
        clock().move(Duration.ofMinutes(1));
        home.keep("o1", Home.bytes(2, 1_000));
        assertThat(home.blobs().remove("o1", id, Instant.MAX)).isTrue();
        assertThat(home.blobs().find("o1", id)).isEmpty();
    }

    @Test
    void aBlobThatWasMovedIsRemovedAndOverwritten() throws Exception {
        BlobId id = home.keep("o1", Home.bytes(1, 1_000));
        BlobId dropped = home.keep("o1", Home.bytes(2, 9_000));
        clock().move(Duration.ofHours(26));
        home.keep("o1", Home.bytes(3, 1_000));
        home.blobs().remove("o1", dropped, Instant.MAX);
        home.blobs().compact(() -> true);
        Place moved = home.place("o1", id).orElseThrow();
        assertThat(moved.pack()).isEqualTo(2);
        assertThat(home.blobs().remove("o1", id, Instant.MAX)).isTrue();
        byte[] pack = Files.readAllBytes(home.blobs().packs().path(2));
        for (long at = moved.at() + PackEntry.HEADER; at < moved.end(); at++) {
            assertThat(pack[(int) at]).isZero();
        }
    }

    @Test
    void aConcurrentlyRemovedBlobIsNotDamaged() throws Exception {
        BlobId id = home.keep("o1", new byte[10]);
        StoredBlob stored = home.blobs().find("o1", id).orElseThrow();
        assertThat(home.blobs().remove("o1", id, Instant.MAX)).isTrue();
        assertThatThrownBy(() -> stored.send(0, 10, new ByteArrayOutputStream()))
                .isInstanceOf(NoSuchFileException.class);
        assertThat(home.blobs().files().tally().damages()).isZero();
    }

    @Test
    void packsWithFewBlobsAreCompacted() throws Exception {
        List<BlobId> ids = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            ids.add(home.keep("o1", Home.bytes(i, 2_000)));
        }
        clock().move(Duration.ofHours(26));
        BlobId later = home.keep("o1", Home.bytes(1_000, 2_000));
        Path pack = home.pack("o1", ids.get(0));
        home.blobs().removeAll("o1", ids.subList(0, 79), clock().now());
        home.blobs().compact(() -> true);
        assertThat(pack).exists();
        home.blobs().removeAll("o1", ids.subList(79, 85), clock().now());
        StoredBlob stored = home.blobs().find("o1", ids.get(150)).orElseThrow();
        home.blobs().compact(() -> true);
        assertThat(pack).doesNotExist();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        stored.send(0, 2_000, out);
        assertThat(out.toByteArray()).as("found before").isEqualTo(Home.bytes(150, 2_000));
        for (int i = 85; i < 200; i++) {
            assertThat(home.read("o1", ids.get(i))).isEqualTo(Home.bytes(i, 2_000));
        }
        assertThat(home.list("o1")).hasSize(116);
        assertThat(home.read("o1", later)).isEqualTo(Home.bytes(1_000, 2_000));
    }

    @Test
    void aBlobThatWaitsForItsCommitDuringACompactionIsRejected() throws Exception {
        PendingBlob pending = prepared("o1", Home.bytes(1, 100));
        clock().move(Duration.ofHours(26));
        home.keep("o1", Home.bytes(2, 100));
        home.blobs().compact(() -> true);
        assertThatThrownBy(() -> commit(pending)).hasMessageContaining("Send it again");
    }

    @Test
    void rebuildFindsTheBlobsOfALostDatabase() throws Exception {
        BlobId removed = home.keep("o1", Home.bytes(7, 100));
        List<BlobId> ids = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            ids.add(home.keep(i % 2 == 0 ? "o1" : "o2", Home.bytes(i, 1_000 * (i % 5))));
        }
        home.blobs().remove("o1", removed, Instant.MAX);
        PackHome.flip(
                home.pack("o1", ids.get(4)),
                home.place("o1", ids.get(4)).orElseThrow().at() + 3);
        PackHome.flip(
                home.pack("o1", ids.get(6)),
                home.place("o1", ids.get(6)).orElseThrow().at() + 300);
        home.close();
        Files.delete(directory.resolve("svc.db"));
        home = PackHome.started(directory, clock());
        assertThat(home.list("o1")).isEmpty();
        long distinct = ids.stream().distinct().count();
        home.blobs().rebuild(examined -> {});
        assertThat(home.blobs().find("o1", ids.get(4)))
                .as("its header is damaged")
                .isEmpty();
        assertThat(home.blobs().find("o1", ids.get(6)))
                .as("its bytes are damaged")
                .isEmpty();
        assertThat(home.blobs().find("o1", removed)).isEmpty();
        assertThat(home.list("o1").size() + home.list("o2").size()).isGreaterThanOrEqualTo((int) distinct - 3);
        for (int i = 0; i < 100; i++) {
            if (i != 4 && i != 6) {
                assertThat(home.read(i % 2 == 0 ? "o1" : "o2", ids.get(i))).isEqualTo(Home.bytes(i, 1_000 * (i % 5)));
            }
        }
        assertThat(home.blobs().rebuild(examined -> {})).isZero();
    }

    @Test
    void unpackMovesEveryBlobToAFile() throws Exception {
        List<BlobId> ids = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            ids.add(home.keep("o1", Home.bytes(i, 1_000 + i)));
        }
        home = home.restarted();
        ids.add(home.keep("o1", Home.bytes(100, 1_100)));
        FileTime touched = Files.getLastModifiedTime(home.pack("o1", ids.get(0)));
        assertThat(new PackOperations(home.blobs(), home.store()).unpack().blobs())
                .isEqualTo(101);
        assertThat(home.place("o1", ids.get(0))).isEmpty();
        FileBlobs files = FileBlobs.in(directory, clock());
        files.begin();
        for (int i = 0; i <= 100; i++) {
            StoredBlob stored = files.find("o1", ids.get(i)).orElseThrow();
            stored.verify(read -> {});
            assertThat(stored.lastModified()).hasValue(touched.toInstant());
        }
        assertThat(home.keep("o1", Home.bytes(3, 10))).isNotNull();
        assertThat(home.list("o1")).hasSize(102);
    }

    @Test
    void anIncompleteEntryAtTheEndIsCutOffAtAStart() throws Exception {
        BlobId id = home.keep("o1", Home.bytes(1, 1_000));
        prepared("o1", Home.bytes(2, 1_000));
        Path pack = home.pack("o1", id);
        long end = home.place("o1", id).orElseThrow().end();
        byte[] both = Files.readAllBytes(pack);
        home.close();
        Files.write(pack, Arrays.copyOf(both, both.length - 40));
        home = PackHome.started(directory, clock());
        assertThat(Files.size(pack)).isEqualTo(end);
        home.close();
        byte[] torn = both.clone();
        torn[(int) end + PackEntry.HEADER + 50] ^= 1;
        Files.write(pack, torn);
        home = PackHome.started(directory, clock());
        assertThat(Files.size(pack)).isEqualTo(end);
        home.close();
        Files.write(pack, both);
        home = PackHome.started(directory, clock());
        assertThat(Files.size(pack)).isEqualTo(both.length);
        assertThat(home.read("o1", id)).isEqualTo(Home.bytes(1, 1_000));
        assertThat(home.list("o1")).containsExactly(id);
    }

    @Test
    void aLostKeyOfAnOrganizationIsNotReplaced() throws Exception {
        home.keep("o1", Home.bytes(1, 1_000));
        home.close();
        Path keys = home.blobs().files().folder().of("o1").keys();
        byte[] before = Files.readAllBytes(keys);
        Files.delete(keys);
        home = PackHome.started(directory, clock());
        assertThatThrownBy(() -> home.keep("o1", Home.bytes(2, 10)))
                .isInstanceOf(svc.api.blob.BlobKeyUnavailableException.class);
        assertThat(keys).doesNotExist();
        Files.write(keys, before);
        home.keep("o1", Home.bytes(2, 10));
    }

    @Test
    void quarantineMovesABlobOutOfItsPack() throws Exception {
        BlobId id = home.keep("o1", Home.bytes(3, 100));
        clock().move(Duration.ofDays(2));
        assertThat(home.blobs().quarantine("o1", id, clock().now().minus(Duration.ofDays(1))))
                .isTrue();
        assertThat(home.blobs().find("o1", id)).isEmpty();
        assertThat(directory.resolve(
                        "data/quarantine/" + clock().now().toString().substring(0, 10) + "/o1/" + id))
                .isRegularFile();
    }
}

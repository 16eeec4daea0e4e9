package svc.blobs.files;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.CorruptBlobException;
import svc.api.health.Finding;
import svc.api.store.Scope;
import svc.blobs.files.pack.PackEntry;
import svc.blobs.files.pack.Place;
import svc.testkit.Covers;

/** Every damage of a pack is reported before a wrong byte is sent, and harms only the blobs whose bytes are damaged. */
@Covers(value = "BLOB-07", part = "the store of blobs")
final class DamagedPackTest extends PackFixture {

    @Test
    void everyFlippedBitIsDetectedOrHarmless() throws Exception {
        byte[] bytes = Home.bytes(1, 300);
        BlobId id = home.keep("o1", bytes);
        BlobId other = home.keep("o1", Home.bytes(2, 300));
        Place place = home.place("o1", id).orElseThrow();
        Path pack = home.pack("o1", id);
        for (long at = place.at(); at < place.end(); at++) {
            PackHome.flip(pack, at);
            boolean body = at >= place.at() + PackEntry.HEADER && at < place.at() + PackEntry.HEADER + place.length();
            if (body) {
                assertDamaged("o1", id, bytes);
            } else {
                assertThat(home.read("o1", id)).isEqualTo(bytes);
            }
            assertThat(home.read("o1", other)).isEqualTo(Home.bytes(2, 300));
            PackHome.flip(pack, at);
        }
        assertThat(home.read("o1", id)).isEqualTo(bytes);
    }

    @Test
    void swappedEntriesAndSegmentsAreDetected() throws Exception {
        Map<BlobId, byte[]> kept = new LinkedHashMap<>();
        for (int i = 0; i < 3; i++) {
            byte[] bytes = Home.bytes(i, 70_000);
            kept.put(home.keep(i < 2 ? "o1" : "o2", bytes), bytes);
        }
        List<BlobId> ids = List.copyOf(kept.keySet());
        Path pack = home.pack("o1", ids.get(0));
        byte[] whole = Files.readAllBytes(pack);
        List<Place> places = List.of(
                home.place("o1", ids.get(0)).orElseThrow(),
                home.place("o1", ids.get(1)).orElseThrow(),
                home.place("o2", ids.get(2)).orElseThrow());
        int start = PackEntry.HEADER;
        for (int[] part : new int[][] {
            {0, Math.toIntExact(PackEntry.total(places.get(0).length()))},
            {start, BlobHead.LENGTH},
            {start + BlobHead.LENGTH, BlobHead.SEGMENT + BlobHead.TAG}
        }) {
            for (int one = 0; one < 3; one++) {
                for (int other = 0; other < 3; other++) {
                    if (one != other) {
                        byte[] mixed = whole.clone();
                        System.arraycopy(
                                whole,
                                (int) places.get(one).at() + part[0],
                                mixed,
                                (int) places.get(other).at() + part[0],
                                part[1]);
                        Files.write(pack, mixed);
                        assertDamaged(
                                other < 2 ? "o1" : "o2", ids.get(other), requireNonNull(kept.get(ids.get(other))));
                    }
                }
            }
        }
    }

    @Test
    void aPackThatWasCutLosesOnlyWhatIsCutOffAndNamesIt() throws Exception {
        List<BlobId> ids = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ids.add(home.keep("o1", Home.bytes(i, 100)));
        }
        Path pack = home.pack("o1", ids.get(0));
        byte[] whole = Files.readAllBytes(pack);
        Place cut = home.place("o1", ids.get(2)).orElseThrow();
        for (long end = cut.at(); end < cut.at() + PackEntry.HEADER + cut.length(); end += 7) {
            Files.write(pack, Arrays.copyOf(whole, (int) end));
            assertThat(home.read("o1", ids.get(0))).isEqualTo(Home.bytes(0, 100));
            assertThat(home.read("o1", ids.get(1))).isEqualTo(Home.bytes(1, 100));
            assertDamaged("o1", ids.get(2), Home.bytes(2, 100));
            assertDamaged("o1", ids.get(3), Home.bytes(3, 100));
        }
        Files.delete(pack);
        home = home.restarted();
        assertDamaged("o1", ids.get(0), Home.bytes(0, 100));
        assertThat(finding()).satisfies(found -> {
            assertThat(found.status()).isEqualTo(Finding.Status.FAIL);
            assertThat(found.detail()).contains(pack.toString());
        });
        assertThat(home.keep("o1", Home.bytes(0, 100))).isEqualTo(ids.get(0));
        assertThat(home.read("o1", ids.get(0))).isEqualTo(Home.bytes(0, 100));
    }

    @Test
    void theScrubNamesEveryDamageThatNoBlobShows() throws Exception {
        List<BlobId> ids = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ids.add(home.keep("o1", Home.bytes(i, 100)));
        }
        home.blobs().remove("o1", ids.get(3), Instant.MAX);
        Path pack = home.pack("o1", ids.get(0));
        assertThat(scrub()).isEmpty();
        byte[] whole = Files.readAllBytes(pack);
        Place second = home.place("o1", ids.get(1)).orElseThrow();
        for (long at = second.at(); at < second.at() + PackEntry.HEADER; at++) {
            PackHome.flip(pack, at);
            assertThat(scrub())
                    .as("header, byte %d", at - second.at())
                    .isNotEmpty()
                    .allSatisfy(damage -> assertThat(damage).contains(pack.toString(), "at the offset " + second.at()));
            PackHome.flip(pack, at);
        }
        for (int end = whole.length - 1; end > second.end(); end -= 7) {
            Files.write(pack, Arrays.copyOf(whole, end));
            assertThat(scrub()).as("cut at %d", end).isNotEmpty();
        }
        Files.write(pack, whole);
        assertThat(scrub()).isEmpty();
        Files.delete(pack);
        assertThat(scrub()).singleElement().asString().contains(pack + " is missing");
    }

    @Test
    void theScrubNamesADamagedEntryThatNoBlobUses() throws Exception {
        BlobId id = home.keep("o1", Home.bytes(1, 100));
        Place place = home.place("o1", id).orElseThrow();
        home.store().write(Scope.system(), tx -> tx.sql().update("DELETE FROM blob_place"));
        assertThat(scrub()).isEmpty();
        Path pack = home.blobs().packs().path(place.pack());
        for (long at = place.at() + PackEntry.HEADER; at < place.at() + PackEntry.HEADER + place.length(); at++) {
            long inBody = at - place.at() - PackEntry.HEADER;
            if (inBody >= 8 && inBody < 16) {
                continue; // The id of the key: the log names the missing key.
            }
            PackHome.flip(pack, at);
            assertThat(scrub())
                    .singleElement()
                    .asString()
                    .contains("at the offset " + place.at() + " has a damaged entry");
            PackHome.flip(pack, at);
        }
    }

    private List<String> scrub() throws IOException {
        List<String> found = new ArrayList<>();
        assertThat(home.blobs().scrub(found::add, () -> true)).isEqualTo(found.size());
        assertThat(finding().status())
                .isEqualTo(
                        found.isEmpty()
                                ? Finding.Status.OK
                                : found.get(0).contains("missing") ? Finding.Status.FAIL : Finding.Status.WARN);
        return found;
    }

    private void assertDamaged(String organization, BlobId id, byte[] bytes) {
        StoredBlob stored = home.blobs().find(organization, id).orElseThrow();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThatThrownBy(() -> stored.send(0, bytes.length, out))
                .isInstanceOf(CorruptBlobException.class)
                .hasMessageContaining(id.toString());
        assertThat(out.toByteArray()).isEqualTo(Arrays.copyOf(bytes, out.size()));
        assertThatThrownBy(() -> stored.verify(read -> {}))
                .isInstanceOf(CorruptBlobException.class)
                .hasMessageContaining(id.toString());
    }

    private Finding finding() {
        return new PackOperations(home.blobs()).run().get(0);
    }
}

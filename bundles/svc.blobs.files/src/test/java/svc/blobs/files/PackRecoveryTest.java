package svc.blobs.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import svc.api.blob.BlobId;
import svc.api.blob.BlobKeyUnavailableException;
import svc.api.blob.BlobStore.StoredBlob;
import svc.blobs.files.pack.PackEntry;

/** Packs without their rows, keys or last bytes, and blobs that leave their packs. */
final class PackRecoveryTest extends PackFixture {

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
        home = PackHome.started(directory, home.clock());
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
        assertThat(new PackOperations(home.blobs()).unpack().blobs()).isEqualTo(101);
        assertThat(home.place("o1", ids.get(0))).isEmpty();
        FileBlobs files = FileBlobs.in(directory, home.clock());
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
        home.prepared("o1", Home.bytes(2, 1_000));
        Path pack = home.pack("o1", id);
        long end = home.place("o1", id).orElseThrow().end();
        byte[] both = Files.readAllBytes(pack);
        home.close();
        Files.write(pack, Arrays.copyOf(both, both.length - 40));
        home = PackHome.started(directory, home.clock());
        assertThat(Files.size(pack)).isEqualTo(end);
        home.close();
        byte[] torn = both.clone();
        torn[(int) end + PackEntry.HEADER + 50] ^= 1;
        Files.write(pack, torn);
        home = PackHome.started(directory, home.clock());
        assertThat(Files.size(pack)).isEqualTo(end);
        home.close();
        Files.write(pack, both);
        home = PackHome.started(directory, home.clock());
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
        home = PackHome.started(directory, home.clock());
        assertThatThrownBy(() -> home.keep("o1", Home.bytes(2, 10))).isInstanceOf(BlobKeyUnavailableException.class);
        assertThat(keys).doesNotExist();
        Files.write(keys, before);
        home.keep("o1", Home.bytes(2, 10));
    }
}

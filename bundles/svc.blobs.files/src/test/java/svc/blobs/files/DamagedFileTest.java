package svc.blobs.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.BlobId;
import svc.api.blob.CorruptBlobException;
import svc.testkit.Covers;

/** Every damage of a file is reported before a wrong byte is sent. */
@Covers(value = "BLOB-07", part = "the store of blobs")
final class DamagedFileTest {

    private static final int LARGE = 3 * BlobHead.SEGMENT + 1_000;
    private static final int STEP = BlobHead.SEGMENT + BlobHead.TAG;

    @TempDir
    private Path directory;

    private final Random random = new Random(Long.getLong("svc.seed", 4_711L));
    private Home home;

    @BeforeEach
    void start() throws IOException {
        home = Home.started(directory);
    }

    private void refused(String organization, BlobId id, byte[] file, byte[] bytes) throws IOException {
        Path path = home.file(organization, id);
        Files.createDirectories(path.getParent());
        Files.write(path, file);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThatThrownBy(
                        () -> home.blobs().find(organization, id).orElseThrow().send(0, bytes.length, out))
                .isInstanceOf(CorruptBlobException.class);
        assertThat(out.toByteArray()).isEqualTo(Arrays.copyOf(bytes, out.size()));
        assertThat(out.size() % BlobHead.SEGMENT).isZero();
        assertThatThrownBy(
                        () -> home.blobs().find(organization, id).orElseThrow().verify(read -> {}))
                .isInstanceOf(CorruptBlobException.class);
    }

    @Test
    void detectsAFlippedBitInASmallFile() throws Exception {
        for (int size : List.of(0, 1, 100)) {
            byte[] bytes = Home.bytes(size, size);
            BlobId id = home.keep("o1", bytes);
            byte[] file = Files.readAllBytes(home.file("o1", id));
            for (int at = 0; at < file.length; at++) {
                byte[] flipped = file.clone();
                flipped[at] ^= (byte) (1 << random.nextInt(8));
                refused("o1", id, flipped, bytes);
            }
        }
    }

    @Test
    void detectsFlippedBitsInALargeFile() throws Exception {
        byte[] bytes = Home.bytes(1, LARGE);
        BlobId id = home.keep("o1", bytes);
        byte[] file = Files.readAllBytes(home.file("o1", id));
        for (int i = 0; i < 300; i++) {
            byte[] flipped = file.clone();
            flipped[random.nextInt(file.length)] ^= (byte) (1 << random.nextInt(8));
            refused("o1", id, flipped, bytes);
        }
    }

    @Test
    void detectsATruncatedOrExtendedFile() throws Exception {
        byte[] bytes = Home.bytes(1, LARGE);
        BlobId id = home.keep("o1", bytes);
        byte[] file = Files.readAllBytes(home.file("o1", id));
        for (int edge : List.of(
                0,
                8,
                40,
                48,
                BlobHead.LENGTH,
                BlobHead.LENGTH + STEP,
                BlobHead.LENGTH + 2 * STEP,
                BlobHead.LENGTH + 3 * STEP,
                file.length)) {
            for (int length = Math.max(0, edge - 17); length <= edge + 17; length++) {
                if (length != file.length) {
                    refused("o1", id, Arrays.copyOf(file, length), bytes);
                }
            }
        }
        byte[] small = Home.bytes(2, 50);
        BlobId other = home.keep("o1", small);
        byte[] whole = Files.readAllBytes(home.file("o1", other));
        for (int length = 0; length < whole.length; length++) {
            refused("o1", other, Arrays.copyOf(whole, length), small);
        }
    }

    @Test
    void sendsNothingFromATruncatedFile() throws Exception {
        byte[] bytes = Home.bytes(1, LARGE);
        BlobId id = home.keep("o1", bytes);
        Path path = home.file("o1", id);
        Files.write(path, Arrays.copyOf(Files.readAllBytes(path), BlobHead.LENGTH + STEP));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThatThrownBy(() -> home.blobs().find("o1", id).orElseThrow().send(0, 10, out))
                .isInstanceOf(CorruptBlobException.class);
        assertThat(out.size()).isZero();
    }

    @Test
    void sendsAnUndamagedRange() throws Exception {
        byte[] bytes = Home.bytes(1, LARGE);
        BlobId id = home.keep("o1", bytes);
        Path path = home.file("o1", id);
        byte[] file = Files.readAllBytes(path);
        file[BlobHead.LENGTH + STEP + 5] ^= 1;
        Files.write(path, file);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        home.blobs().find("o1", id).orElseThrow().send(0, BlobHead.SEGMENT, out);
        home.blobs().find("o1", id).orElseThrow().send(2L * BlobHead.SEGMENT, BlobHead.SEGMENT, out);
        assertThat(out.size()).isEqualTo(2 * BlobHead.SEGMENT);
        assertThatThrownBy(() -> home.blobs().find("o1", id).orElseThrow().send(BlobHead.SEGMENT, 1, out))
                .isInstanceOf(CorruptBlobException.class);
        assertThat(out.size()).isEqualTo(2 * BlobHead.SEGMENT);
    }

    @Test
    void detectsReorderedSegments() throws Exception {
        byte[] bytes = Home.bytes(1, LARGE);
        BlobId id = home.keep("o1", bytes);
        byte[] file = Files.readAllBytes(home.file("o1", id));
        for (int one = 0; one < 3; one++) {
            for (int other = 0; other < 3; other++) {
                if (one != other) {
                    byte[] mixed = file.clone();
                    System.arraycopy(file, BlobHead.LENGTH + one * STEP, mixed, BlobHead.LENGTH + other * STEP, STEP);
                    refused("o1", id, mixed, bytes);
                }
            }
        }
    }

    @Test
    void detectsASwappedFile() throws Exception {
        byte[] bytes = Home.bytes(1, LARGE);
        byte[] others = Home.bytes(2, LARGE);
        BlobId id = home.keep("o1", bytes);
        BlobId other = home.keep("o1", others);
        byte[] file = Files.readAllBytes(home.file("o1", id));
        byte[] otherFile = Files.readAllBytes(home.file("o1", other));
        refused("o1", id, otherFile, bytes);
        refused("o1", other, file, others);
        byte[] head = otherFile.clone();
        System.arraycopy(file, 0, head, 0, BlobHead.LENGTH);
        refused("o1", id, head, bytes);
        byte[] segment = file.clone();
        System.arraycopy(otherFile, BlobHead.LENGTH, segment, BlobHead.LENGTH, STEP);
        refused("o1", id, segment, bytes);
    }

    @Test
    void detectsASegmentOfAnEarlierFile() throws Exception {
        byte[] bytes = Home.bytes(1, LARGE);
        BlobId id = home.keep("o1", bytes);
        byte[] before = Files.readAllBytes(home.file("o1", id));
        home.keep("o1", bytes);
        byte[] file = Files.readAllBytes(home.file("o1", id));
        System.arraycopy(before, BlobHead.LENGTH + STEP, file, BlobHead.LENGTH + STEP, STEP);
        refused("o1", id, file, bytes);
    }

    @Test
    void detectsAFileOfAnotherOrganization() throws Exception {
        byte[] bytes = Home.bytes(1, LARGE);
        BlobId id = home.keep("o1", bytes);
        home.keep("o2", Home.bytes(2, 10));
        refused("o2", id, Files.readAllBytes(home.file("o1", id)), bytes);
        Files.copy(home.keys("o1"), home.keys("o2"), StandardCopyOption.REPLACE_EXISTING);
        home = home.restarted();
        refused("o2", id, Files.readAllBytes(home.file("o1", id)), bytes);
        assertThat(home.read("o1", id)).isEqualTo(bytes);
    }

    @Test
    void countsDamage() throws Exception {
        byte[] bytes = Home.bytes(1, 10);
        BlobId id = home.keep("o1", bytes);
        byte[] file = Files.readAllBytes(home.file("o1", id));
        file[0] ^= 1;
        refused("o1", id, file, bytes);
        assertThat(home.blobs().tally().damages()).isEqualTo(2);
    }
}

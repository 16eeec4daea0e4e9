package svc.blobs.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.blob.CorruptBlobException;
import svc.api.time.Clock;
import svc.testkit.BlobStoreContract;
import svc.testkit.Covers;

final class FileBlobsTest extends BlobStoreContract {

    @TempDir
    private Path directory;

    @Override
    protected BlobStore open(Clock clock) throws IOException {
        return Home.started(directory, clock()).blobs();
    }

    @Override
    protected void damage(BlobStore store, String organization, BlobId id) throws IOException {
        Path file = home().file(organization, id);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
    }

    private Home home() {
        return new Home(directory, (FileBlobs) blobs(), clock());
    }

    @Test
    void quarantinePathContainsTheDay() throws Exception {
        BlobId id = home().keep("o1", Home.bytes(3, 100));
        FileTime touched = Files.getLastModifiedTime(home().file("o1", id));
        clock().move(Duration.ofDays(2));
        Instant dayAgo = clock().now().minus(Duration.ofDays(1));
        assertThat(blobs().quarantine("o1", id, dayAgo)).isTrue();
        assertThat(blobs().find("o1", id)).isEmpty();
        Path moved =
                directory.resolve("data/quarantine/" + clock().now().toString().substring(0, 10) + "/o1/" + id);
        assertThat(moved).isRegularFile();
        assertThat(Files.getLastModifiedTime(moved)).isEqualTo(touched);
        assertThat(new BlobHealth(home().blobs()).run())
                .anyMatch(finding -> finding.check().equals("blob-quarantine")
                        && Long.valueOf(1).equals(finding.facts().get("files")));
        blobs().eraseTenant("o1");
        assertThat(moved).doesNotExist();
    }

    @Test
    void doesNotQuarantineARecentBlob() throws Exception {
        BlobId id = home().keep("o1", Home.bytes(3, 100));
        assertThat(blobs().quarantine("o1", id, clock().now().minus(Duration.ofDays(1))))
                .isFalse();
        assertThat(blobs().find("o1", id)).isPresent();
    }

    @Test
    void blobsSurviveARestart() throws Exception {
        byte[] bytes = Home.bytes(1, 150_000);
        BlobId id = home().keep("o1", bytes);
        Home again = home().restarted();
        assertThat(again.read("o1", id)).isEqualTo(bytes);
        assertThat(again.file("o1", id))
                .isEqualTo(directory.resolve("data/blobs/o1/" + id.toString().charAt(1) + "/"
                        + id.toString().charAt(2) + "/" + id));
    }

    @Test
    @Covers(
            value = {"BLOB-04", "BLOB-05"},
            part = "the store of blobs")
    void usesTheTimestampOfTheFile() throws Exception {
        BlobId id = home().keep("o1", new byte[10]);
        Instant now = clock().now();
        Instant dayAgo = now.minus(Duration.ofHours(24));
        Path file = home().file("o1", id);
        Files.setLastModifiedTime(file, FileTime.from(now.plus(Duration.ofDays(365))));
        assertThat(blobs().remove("o1", id, dayAgo)).isFalse();
        assertThat(blobs().remove("o1", id, Instant.MAX)).isFalse();
        Files.setLastModifiedTime(file, FileTime.from(dayAgo.plus(Duration.ofMinutes(1))));
        assertThat(blobs().remove("o1", id, dayAgo)).isFalse();
        Files.setLastModifiedTime(file, FileTime.from(dayAgo.minus(Duration.ofMinutes(1))));
        assertThat(blobs().remove("o1", id, dayAgo)).isTrue();
        assertThat(file).doesNotExist();
    }

    @Test
    @Covers(value = "BLOB-05", part = "the store of blobs")
    void keepsABlobWithAnUnreadableTimestamp() throws Exception {
        BlobId id = home().keep("o1", new byte[10]);
        Path file = home().file("o1", id);
        Files.delete(file);
        // A link to itself cannot be read by any user, not even by root.
        Files.createSymbolicLink(file, file.getFileName());
        clock().move(Duration.ofDays(3));
        assertThat(blobs().remove("o1", id, clock().now())).isFalse();
        assertThat(Files.isSymbolicLink(file)).isTrue();
        BlobStore.StoredBlob stored = blobs().find("o1", id).orElseThrow();
        assertThat(stored.lastModified()).isEmpty();
        assertThatThrownBy(() -> stored.send(0, 10, new ByteArrayOutputStream()))
                .isInstanceOf(CorruptBlobException.class);
    }

    @Test
    void aConcurrentlyRemovedBlobIsNotDamaged() throws Exception {
        BlobId id = home().keep("o1", new byte[10]);
        BlobStore.StoredBlob stored = blobs().find("o1", id).orElseThrow();
        assertThat(blobs().remove("o1", id, clock().now())).isTrue();
        assertThatThrownBy(() -> stored.send(0, 10, new ByteArrayOutputStream()))
                .isInstanceOf(NoSuchFileException.class);
        assertThat(home().blobs().tally().damages()).isZero();
    }

    @Test
    void aReaderFinishesABlobThatIsRemovedConcurrently() throws Exception {
        byte[] bytes = Home.bytes(2, 300_000);
        BlobId id = home().keep("o1", bytes);
        BlobStore.StoredBlob stored = blobs().find("o1", id).orElseThrow();
        ByteArrayOutputStream out = new ByteArrayOutputStream() {
            @Override
            public synchronized void write(byte[] from, int at, int length) {
                blobs().remove("o1", id, clock().now());
                super.write(from, at, length);
            }
        };
        stored.send(0, bytes.length, out);
        assertThat(out.toByteArray()).isEqualTo(bytes);
        assertThat(blobs().find("o1", id)).isEmpty();
    }

    @Test
    void deletesDraftsAlsoAfterACrash() throws Exception {
        try (BlobStore.BlobWriter draft = blobs().newBlob("o1")) {
            draft.out().write(new byte[200_000]);
            assertThat(home().leftOver()).hasSize(1);
            assertThat(draft.size()).isEqualTo(200_000);
        }
        assertThat(home().leftOver()).isEmpty();
        BlobStore.BlobWriter lost = blobs().newBlob("o1");
        lost.out().write(new byte[200_000]);
        ((FileBlobs) blobs()).begin();
        assertThat(home().leftOver()).as("still written").hasSize(1);
        home().restarted();
        assertThat(home().leftOver()).isEmpty();
        lost.out().close();
        assertThatThrownBy(lost::commit).isInstanceOf(IOException.class);
        assertThat(home().list("o1")).isEmpty();
    }

    @Test
    void rejectsADraftOfAnErasedOrganization() throws Exception {
        home().keep("o1", new byte[10]);
        try (BlobStore.BlobWriter draft = blobs().newBlob("o1")) {
            draft.out().close();
            blobs().eraseTenant("o1");
            assertThatThrownBy(draft::commit).isInstanceOf(IOException.class);
        }
        assertThat(blobs().tenants()).isEmpty();
        assertThat(home().files()).isEmpty();
    }

    @Test
    void rejectsABlobWhoseKeyWasErased() throws Exception {
        try (BlobStore.BlobWriter draft = blobs().newBlob("o1")) {
            draft.out().close();
            Path away = home().blobs().rings().detach("o1", "x").orElseThrow();
            // Simulates a file that was begun after the folder was detached, with the old key.
            Files.createDirectories(directory.resolve("data/blobs/o1"));
            Files.move(away.resolve("tmp"), directory.resolve("data/blobs/o1/tmp"));
            assertThatThrownBy(draft::commit).isInstanceOf(IOException.class).hasMessageContaining("was erased");
        }
        assertThat(blobs().tenants()).isEmpty();
        assertThat(home().leftOver()).isEmpty();
    }

    @Test
    void completesAnInterruptedErasureAtTheNextStart() throws Exception {
        home().keep("o1", new byte[10]);
        home().blobs().rings().detach("o1", "x");
        assertThat(home().files()).isNotEmpty();
        assertThat(home().restarted().files()).isEmpty();
    }

    @Test
    void rejectsABlobIfItsFolderCannotBeCreated() throws Exception {
        byte[] bytes = Home.bytes(3, 100_000);
        BlobId id = home().keep("o1", bytes);
        Path leaf = home().file("o1", id).getParent();
        Files.delete(home().file("o1", id));
        Files.delete(leaf);
        Files.writeString(leaf, "in the way");
        assertThatThrownBy(() -> home().keep("o1", bytes)).isInstanceOf(IOException.class);
        assertThat(home().leftOver()).containsExactly(leaf);
        Files.delete(leaf);
        assertThat(home().keep("o1", bytes)).isEqualTo(id);
        Path tmp = directory.resolve("data/blobs/o1/tmp");
        Files.delete(tmp);
        Files.writeString(tmp, "in the way");
        assertThatThrownBy(() -> blobs().newBlob("o1")).isInstanceOf(IOException.class);
        Files.createFile(directory.resolve("data/blobs/o3"));
        assertThatThrownBy(() -> blobs().newBlob("o3")).isInstanceOf(IOException.class);
        assertThat(home().list("o1")).containsExactly(id);
    }

    @Test
    @Covers(value = "BLOB-07", part = "the store of blobs")
    void storesBlobsEncrypted() throws Exception {
        String canary = "the canary sings at midnight";
        byte[] small = canary.getBytes(UTF_8);
        byte[] large = canary.repeat(10_000).getBytes(UTF_8);
        home().keep("o1", small);
        home().keep("o1", large);
        home().keep("o2", large);
        try (BlobStore.BlobWriter draft = blobs().newBlob("o1")) {
            draft.out().write(large);
            for (Path file : home().files()) {
                assertThat(Home.text(file)).as(file.toString()).doesNotContain("canary", "midnight");
            }
            assertThat(home().files()).hasSize(6);
        }
        String key = Files.readAllLines(home().key()).stream()
                .filter(line -> !line.startsWith("#"))
                .findFirst()
                .orElseThrow();
        for (Path file : home().files()) {
            assertThat(Home.text(file)).doesNotContain(key);
        }
        // The same bytes give different files, so the disk does not reveal which organizations have the same blob.
        List<BlobId> same = home().list("o2");
        assertThat(Files.readAllBytes(home().file("o1", same.get(0))))
                .isNotEqualTo(Files.readAllBytes(home().file("o2", same.get(0))));
    }

    @Test
    void filesAreReadableByTheOwnerOnly() throws Exception {
        BlobId id = home().keep("o1", new byte[10]);
        for (Path file : List.of(home().file("o1", id), home().keys("o1"), home().key())) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("data/blobs/o1"))))
                .isEqualTo("rwx------");
    }

    @Test
    void listsOnlyBlobFiles() throws Exception {
        BlobId id = home().keep("o1", new byte[10]);
        Files.writeString(home().file("o1", id).resolveSibling("bxyz"), "odd");
        Files.createDirectories(directory.resolve("data/blobs/o1/a/b/c"));
        Files.createDirectories(directory.resolve("data/blobs/lost+found"));
        Files.writeString(directory.resolve("data/blobs/README"), "odd");
        assertThat(home().list("o1")).containsExactly(id);
        assertThat(blobs().tenants()).containsExactly("o1");
        assertThat(blobs().list("o2", Optional.empty(), 10)).isEmpty();
    }
}

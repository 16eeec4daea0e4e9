package svc.blobs.files;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.BlobId;
import svc.api.blob.BlobKeyUnavailableException;
import svc.api.blob.CorruptBlobException;
import svc.api.health.Finding;
import svc.api.lifecycle.StartupException;
import svc.api.operation.OperationException;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableWallClock;

/** A lost key is never replaced. A changed key opens existing blobs, wherever the change was interrupted. */
final class BlobKeysTest {

    private static final List<String> ORGANIZATIONS = List.of("o1", "o2", "o3");

    @TempDir
    private Path directory;

    private final Map<String, BlobId> kept = new TreeMap<>();

    private Home filled() throws IOException {
        Home home = Home.started(directory);
        for (String organization : ORGANIZATIONS) {
            kept.put(organization, home.keep(organization, Home.bytes(organization.hashCode(), 1_000)));
        }
        return home;
    }

    private BlobId blob(String organization) {
        return requireNonNull(kept.get(organization));
    }

    private void allThere(Home home) throws IOException {
        for (String organization : ORGANIZATIONS) {
            assertThat(home.read(organization, blob(organization)))
                    .isEqualTo(Home.bytes(organization.hashCode(), 1_000));
        }
    }

    private static void start(Home home) {
        SqliteStore store = new SqliteStore(
                new MigratedDatabase(
                        MigratedDatabaseFixture.in(home.directory(), SqliteStore.class, PackedBlobs.class)),
                home.clock());
        try {
            new BlobsStart(PackedBlobs.in(home.directory(), store, home.clock())).call();
        } finally {
            store.close();
        }
    }

    private static Finding key(Home home) {
        return new BlobHealth(home.blobs())
                .run().stream()
                        .filter(finding -> finding.check().equals("blob-key"))
                        .findFirst()
                        .orElseThrow();
    }

    private static List<String> masters(Home home) throws IOException {
        return Files.readAllLines(home.key()).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }

    private static void replaceMaster(Home home, String line) throws IOException {
        Files.writeString(home.key(), line + "\n");
    }

    private static String anotherKey() {
        return MasterKey.fresh(new SecureRandom()).line();
    }

    @Test
    void createsTheKeyAtTheFirstStartOnly() throws Exception {
        Home untouched = new Home(directory, FileBlobs.in(directory, new SettableWallClock()), new SettableWallClock());
        assertThat(key(untouched).status()).isEqualTo(Finding.Status.SKIPPED);
        assertThat(untouched.blobs().tenants()).isEmpty();
        assertThat(directory).isEmptyDirectory();
        Home home = Home.started(directory);
        assertThat(masters(home)).hasSize(1);
        assertThat(key(home).status()).isEqualTo(Finding.Status.OK);
        String before = Files.readString(home.key());
        start(home);
        assertThat(Files.readString(home.key())).isEqualTo(before);
    }

    @Test
    void rejectsTheStartWithoutTheKeyAndCreatesNone() throws Exception {
        Home home = filled();
        Files.move(home.key(), directory.resolve("away"));
        assertThatThrownBy(() -> start(home))
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("is missing");
        Home again = new Home(directory, FileBlobs.in(directory, home.clock()), home.clock());
        assertThat(key(again).status()).isEqualTo(Finding.Status.FAIL);
        assertThat(key(home).status()).as("of the running server too").isEqualTo(Finding.Status.FAIL);
        assertThatThrownBy(() -> again.read("o1", blob("o1")))
                .isInstanceOf(CorruptBlobException.class)
                .hasMessageContaining("is missing");
        for (String organization : List.of("o1", "o9")) {
            assertThatThrownBy(() -> again.keep(organization, new byte[1]))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("is missing");
        }
        assertThatThrownBy(() -> again.blobs().rings().changeMaster()).isInstanceOf(BlobKeyException.class);
        assertThat(home.key()).doesNotExist();
        Files.move(directory.resolve("away"), home.key());
        start(home);
        allThere(home.restarted());
    }

    @Test
    void rejectsAWrongKeyWithoutUsingIt() throws Exception {
        Home home = filled();
        String right = masters(home).get(0);
        for (String wrong : List.of(anotherKey(), "", "nonsense", "0".repeat(63), "g".repeat(64), "# only words")) {
            replaceMaster(home, wrong);
            assertThatThrownBy(() -> start(home)).as(wrong).isInstanceOf(StartupException.class);
            Home again = new Home(directory, FileBlobs.in(directory, home.clock()), home.clock());
            assertThat(key(again).status()).isEqualTo(Finding.Status.FAIL);
            assertThat(key(again).detail() + key(again).remedy()).doesNotContain(right);
            assertThatThrownBy(() -> again.read("o1", blob("o1"))).isInstanceOf(CorruptBlobException.class);
            for (String organization : List.of("o1", "o9")) {
                assertThatThrownBy(() -> again.keep(organization, new byte[1]))
                        .isInstanceOf(BlobKeyUnavailableException.class);
            }
            assertThatThrownBy(() -> again.blobs().rings().changeMaster()).isInstanceOf(BlobKeyException.class);
        }
        replaceMaster(home, right);
        start(home);
        allThere(home.restarted());
    }

    @Test
    void damagedKeysAffectOneOrganizationOnly() throws Exception {
        Home home = filled();
        String text = Files.readString(home.keys("o2"));
        for (String damaged :
                List.of("", "nonsense", text.replace(" ", "  "), text.substring(0, text.length() - 9) + "AAAA====\n")) {
            Files.writeString(home.keys("o2"), damaged);
            start(home);
            Home again = home.restarted();
            assertThat(key(again).status()).isEqualTo(Finding.Status.FAIL);
            assertThat(key(again).detail()).contains("o2");
            assertThatThrownBy(() -> again.read("o2", blob("o2"))).isInstanceOf(BlobKeyUnavailableException.class);
            assertThatThrownBy(() -> again.keep("o2", new byte[1])).isInstanceOf(BlobKeyUnavailableException.class);
            again.read("o1", blob("o1"));
            assertThatThrownBy(() -> again.blobs().rings().changeMaster()).isInstanceOf(BlobKeyException.class);
        }
        Files.delete(home.keys("o2"));
        Home without = home.restarted();
        assertThatThrownBy(() -> without.keep("o2", new byte[1])).isInstanceOf(BlobKeyUnavailableException.class);
        assertThatThrownBy(() -> without.read("o2", blob("o2"))).isInstanceOf(BlobKeyUnavailableException.class);
        assertThat(without.blobs().tally().damages())
                .as("a missing key is no damage")
                .isZero();
        assertThat(home.keys("o2")).doesNotExist();
        Files.writeString(home.keys("o2"), text);
        assertThat(without.read("o2", blob("o2"))).as("without a restart").hasSize(1_000);
        allThere(home.restarted());
    }

    @Test
    void rotationKeepsOldBlobsReadable() throws Exception {
        Home home = filled();
        BlobKeyOperations operations = new BlobKeyOperations(home.blobs());
        assertThat(operations.rotateKey("o1").organizations()).isEqualTo(1);
        BlobId second = home.keep("o1", new byte[77]);
        assertThat(operations.rotateKey(null).organizations()).isEqualTo(3);
        BlobId third = home.keep("o1", new byte[78]);
        assertThat(List.of(keyOf(home, blob("o1")), keyOf(home, second), keyOf(home, third)))
                .doesNotHaveDuplicates();
        Home again = home.restarted();
        allThere(again);
        assertThat(again.read("o1", second)).hasSize(77);
        assertThat(again.read("o1", third)).hasSize(78);
        assertThat(keyOf(again, again.keep("o1", new byte[79]))).isEqualTo(keyOf(home, third));
        assertThat(catchThrowableOfType(OperationException.class, () -> operations.rotateKey("o9"))
                        .reason())
                .isEqualTo(OperationException.Reason.NOT_FOUND);
    }

    private static long keyOf(Home home, BlobId id) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(home.file("o1", id))).getLong(8);
    }

    @Test
    void aNewMasterKeyReplacesTheOldOne() throws Exception {
        Home home = filled();
        home.blobs().rings().rotate(List.of("o1"));
        String before = masters(home).get(0);
        assertThat(new BlobKeyOperations(home.blobs()).rotateMasterKey().organizations())
                .isEqualTo(3);
        assertThat(masters(home)).hasSize(1).doesNotContain(before);
        allThere(home);
        allThere(home.restarted());
        String now = masters(home).get(0);
        replaceMaster(home, before);
        assertThatThrownBy(() -> start(home)).isInstanceOf(StartupException.class);
        replaceMaster(home, now);
        allThere(home.restarted());
    }

    @Test
    void masterKeyRotationSurvivesAnInterruptionAtAnyPoint() throws Exception {
        Home home = filled();
        for (Path step : List.of(home.key(), home.keys("o1"), home.keys("o2"), home.keys("o3"))) {
            String before = masters(home).get(0);
            // A folder at the path of the temporary file ends the change there, like a crash.
            Path inTheWay = step.resolveSibling(step.getFileName() + ".new");
            Files.createDirectories(inTheWay.resolve("something"));
            assertThatThrownBy(() -> home.blobs().rings().changeMaster()).isInstanceOf(IOException.class);
            allThere(new Home(directory, FileBlobs.in(directory, home.clock()), home.clock()));
            Files.delete(inTheWay.resolve("something"));
            Files.delete(inTheWay);
            assertThat(masters(home)).hasSize(step.equals(home.key()) ? 1 : 2);
            start(home);
            allThere(home.restarted());
            assertThat(masters(home)).hasSize(1);
            assertThat(masters(home).contains(before)).isEqualTo(step.equals(home.key()));
        }
        // All data keys are rewrapped, but the old key is still in the file.
        String now = masters(home).get(0);
        replaceMaster(home, now + "\n" + anotherKey());
        allThere(home.restarted());
        assertThat(masters(home)).containsExactly(now);
        assertThat(home.leftOver()).isEmpty();
    }

    @Test
    void warnsOfAKeyThatOtherUsersCanRead() throws Exception {
        Home home = filled();
        Files.setPosixFilePermissions(home.key(), PosixFilePermissions.fromString("rw-r-----"));
        assertThat(key(home).status()).isEqualTo(Finding.Status.WARN);
        assertThat(key(home).remedy().orElseThrow()).contains("chmod 600 " + home.key());
        start(home);
        home.blobs().rings().changeMaster();
        assertThat(key(home).status()).isEqualTo(Finding.Status.OK);
    }

    @Test
    void erasureDeletesTheKeysOfAnOrganization() throws Exception {
        Home home = filled();
        String before = Files.readString(home.keys("o1"));
        home.blobs().eraseTenant("o1");
        assertThat(home.keys("o1")).doesNotExist();
        home.keep("o1", new byte[5]);
        assertThat(Files.readString(home.keys("o1"))).isNotEqualTo(before);
        for (Path file : home.files()) {
            assertThat(Home.text(file))
                    .doesNotContain(before.lines().skip(1).findFirst().orElseThrow());
        }
    }

    @Test
    void healthCheckExaminesFolderAndDamage() throws Exception {
        Home home = filled();
        assertThat(new BlobHealth(home.blobs()).run())
                .extracting(Finding::check)
                .containsExactly("blob-key", "blob-folder", "blob-damage", "blob-quarantine");
        Path file = home.file("o1", blob("o1"));
        Files.write(file, new byte[10]);
        assertThatThrownBy(() -> home.read("o1", blob("o1"))).isInstanceOf(CorruptBlobException.class);
        assertThat(new BlobHealth(home.blobs()).run().get(2).status()).isEqualTo(Finding.Status.FAIL);
    }
}

package svc.backup.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static svc.backup.s3.OtherStorage.MEBIBYTE;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.backup.Fixture;
import svc.backup.api.BackupTarget;
import svc.backup.api.BackupTarget.StoredObject;
import svc.backup.api.TargetFactory.Purpose;
import svc.testkit.Covers;

/** Requests to S3Proxy, a storage of other authors that checks their signatures. */
@Tag("soak")
@Covers("BAK-01")
final class OtherSignatureTest {

    private static final Pattern PORT = Pattern.compile("Started .*Connector.*\\{127\\.0\\.0\\.1:(\\d+)\\}");

    @TempDir
    private static Path folder;

    private static OtherStorage other;

    @TempDir
    Path temp;

    private S3Fixture s3;

    @BeforeAll
    static void start() throws IOException {
        Files.createDirectories(folder.resolve("store").resolve(S3Stub.BUCKET));
        Path settings = folder.resolve("s3proxy.conf");
        Files.write(
                settings,
                List.of(
                        "s3proxy.authorization=aws-v2-or-v4",
                        "s3proxy.endpoint=http://127.0.0.1:0",
                        "s3proxy.identity=" + S3Stub.ID,
                        "s3proxy.credential=" + S3Stub.SECRET,
                        "jclouds.provider=filesystem-nio2",
                        "jclouds.identity=any",
                        "jclouds.credential=any",
                        "jclouds.filesystem.basedir=" + folder.resolve("store")));
        other = OtherStorage.start(
                PORT,
                "-cp",
                Path.of("target/s3proxy.jar").toString(),
                "org.gaul.s3proxy.Main",
                "--properties",
                settings.toString());
    }

    @AfterAll
    static void stop() {
        other.close();
    }

    @BeforeEach
    void open() throws IOException {
        s3 = other.fixture(temp);
        s3.lockRequired = false;
    }

    @AfterEach
    void close() throws IOException {
        s3.close();
    }

    @Test
    void objectsAreStoredInOneRequestAndInParts() throws IOException {
        BackupTarget target = s3.open();
        byte[] large = Fixture.bytes(1, 12 * MEBIBYTE);
        assertThat(target.put("runs/20261127T000000Z-001", new byte[] {1, 2, 3}))
                .isTrue();
        assertThat(target.put("packs/large", large)).isTrue();
        assertThat(target.list("packs/")).containsExactly(new StoredObject("packs/large", large.length));
        assertThat(target.list("runs/")).containsExactly(new StoredObject("runs/20261127T000000Z-001", 3));
        try (InputStream in = target.read("packs/large", 6L * MEBIBYTE, 2)) {
            assertThat(in.readAllBytes()).containsExactly(large[6 * MEBIBYTE], large[6 * MEBIBYTE + 1]);
        }
        target.delete("runs/20261127T000000Z-001");
        assertThat(target.list("runs/")).isEmpty();
        target.discardUnfinished();
    }

    @Test
    void aWrongSecretIsRefused() {
        Map<String, String> wrong = new HashMap<>(S3Fixture.KEY);
        wrong.put("AWS_SECRET_ACCESS_KEY", "wrong");
        assertThatThrownBy(() -> s3.targets(wrong)
                        .open(S3Fixture.LOCATION, Purpose.BACKUP)
                        .list(""))
                .isInstanceOf(S3Exception.class)
                .hasMessageContaining("does not permit");
    }

    /** S3Proxy replaces objects in spite of a condition. A repository is not created there, and nothing remains of it. */
    @Test
    void aStorageThatReplacesObjectsIsRefused() throws IOException {
        BackupTarget target = s3.open();
        assertThatThrownBy(() -> new Fixture(target)).hasStackTraceContaining("two writers could not notice");
        assertThat(target.list("repo")).isEmpty();
    }
}

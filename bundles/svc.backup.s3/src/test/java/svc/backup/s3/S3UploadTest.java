package svc.backup.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.backup.api.BackupTarget;
import svc.testkit.Covers;
import svc.testkit.ManualClock;

@Covers("BAK-01")
final class S3UploadTest {

    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    @TempDir
    Path temp;

    private int unit = KIB;
    private S3Fixture s3;
    private BackupTarget target;

    @BeforeEach
    void start() throws IOException {
        s3 = new S3Fixture(temp, new ManualClock(), S3Fixture.days(7));
        s3.sizes = new S3Upload.Sizes(256L * KIB, 64L * KIB);
        target = s3.open();
    }

    @AfterEach
    void stop() throws IOException {
        s3.close();
    }

    /** Writes one unit after the other; each has its own first byte. */
    private void fill(BackupTarget.Upload upload, int units) throws IOException {
        byte[] bytes = new byte[unit];
        for (int at = 0; at < units; at++) {
            bytes[0] = (byte) at;
            upload.write(bytes, 0, unit);
        }
    }

    private boolean store(String name, int units) throws IOException {
        try (BackupTarget.Upload upload = target.create(name)) {
            fill(upload, units);
            return upload.commit();
        }
    }

    private void examine(String name, int units) throws IOException {
        assertThat(target.list(name)).containsExactly(new BackupTarget.StoredObject(name, (long) units * unit));
        for (int at = 0; at < units; at += 50) {
            try (InputStream in = target.read(name, (long) at * unit, 2)) {
                assertThat(in.readAllBytes()).containsExactly(at, 0);
            }
        }
        assertThat(spool()).isZero();
        assertThat(s3.stub.storage.openUploads()).isZero();
    }

    private long spool() throws IOException {
        try (Stream<Path> files = Files.list(s3.home.resolve("cache/backup-s3"))) {
            return files.count();
        }
    }

    @Test
    void objectOf256UnitsIsSentWithOneRequest() throws IOException {
        assertThat(store("packs/a", 256)).isTrue();
        assertThat(s3.stub.storage.parts).isEmpty();
        examine("packs/a", 256);
    }

    @Test
    void objectOf257UnitsIsSentInPartsOf64() throws IOException {
        assertThat(store("packs/a", 257)).isTrue();
        assertThat(s3.stub.storage.parts).containsExactly(64L * unit, 64L * unit, 64L * unit, 64L * unit, (long) unit);
        examine("packs/a", 257);
        assertThat(store("packs/a", 257)).as("the object exists").isFalse();
        assertThat(s3.stub.storage.openUploads()).isZero();
    }

    @Test
    void unitIsAMebibyteInAServer() {
        assertThat(S3Upload.Sizes.DEFAULT).isEqualTo(new S3Upload.Sizes(256L * MIB, 64L * MIB));
    }

    @Test
    @Tag("soak")
    void objectOf256MebibytesIsSentWithOneRequest() throws IOException {
        useMebibytes();
        objectOf256UnitsIsSentWithOneRequest();
    }

    @Test
    @Tag("soak")
    void objectOf257MebibytesIsSentInPartsOf64() throws IOException {
        useMebibytes();
        objectOf257UnitsIsSentInPartsOf64();
    }

    private void useMebibytes() throws IOException {
        unit = MIB;
        s3.sizes = S3Upload.Sizes.DEFAULT;
        target = s3.open();
    }

    @Test
    void largeObjectSurvivesALostResponseToEachRequest() throws IOException {
        s3.stub.fail(S3Stub.Fault.LOSES_RESPONSE, call -> call % 2 == 1);
        assertThat(store("packs/a", 257)).isTrue();
        target.discardUnfinished();
        s3.stub.fail(S3Stub.Fault.NONE, call -> false);
        assertThat(Collections.max(s3.stub.storage.parts)).isEqualTo(64L * unit);
        examine("packs/a", 257);
    }

    @Test
    void abandonedUploadIsDiscardedByTheNextRun() throws IOException {
        BackupTarget.Upload abandoned = target.create("packs/a");
        fill(abandoned, 257);
        assertThat(s3.stub.storage.openUploads()).isEqualTo(1);
        assertThat(target.list("")).isEmpty();
        s3.open().discardUnfinished();
        assertThat(s3.stub.storage.openUploads()).isZero();
        assertThat(spool()).isZero();
        assertThatThrownBy(abandoned::commit).isInstanceOf(IOException.class);
        abandoned.close();
        assertThat(target.list("")).isEmpty();
    }
}

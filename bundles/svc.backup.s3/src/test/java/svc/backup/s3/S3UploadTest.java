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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.backup.api.BackupTarget;
import svc.testkit.Covers;
import svc.testkit.ManualClock;

@Covers("BAK-01")
final class S3UploadTest {

    private static final int MIB = 1 << 20;

    @TempDir
    Path temp;

    private S3Fixture s3;
    private BackupTarget target;

    @BeforeEach
    void start() throws IOException {
        s3 = new S3Fixture(temp, new ManualClock(), S3Fixture.days(7));
        target = s3.open();
    }

    @AfterEach
    void stop() throws IOException {
        s3.close();
    }

    /** Writes one MiB after the other; each has its own first byte. */
    private static void fill(BackupTarget.Upload upload, int mebibytes) throws IOException {
        byte[] bytes = new byte[MIB];
        for (int at = 0; at < mebibytes; at++) {
            bytes[0] = (byte) at;
            upload.write(bytes, 0, MIB);
        }
    }

    private boolean store(String name, int mebibytes) throws IOException {
        try (BackupTarget.Upload upload = target.create(name)) {
            fill(upload, mebibytes);
            return upload.commit();
        }
    }

    private void examine(String name, int mebibytes) throws IOException {
        assertThat(target.list(name)).containsExactly(new BackupTarget.StoredObject(name, (long) mebibytes * MIB));
        for (int at = 0; at < mebibytes; at += 50) {
            try (InputStream in = target.read(name, (long) at * MIB, 2)) {
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
    void objectOf256MebibytesIsSentWithOneRequest() throws IOException {
        assertThat(store("packs/a", 256)).isTrue();
        assertThat(s3.stub.storage.parts).isEmpty();
        examine("packs/a", 256);
    }

    @Test
    void objectOf257MebibytesIsSentInPartsOf64() throws IOException {
        assertThat(store("packs/a", 257)).isTrue();
        assertThat(s3.stub.storage.parts).containsExactly(64L * MIB, 64L * MIB, 64L * MIB, 64L * MIB, (long) MIB);
        examine("packs/a", 257);
        assertThat(store("packs/a", 257)).as("the object exists").isFalse();
        assertThat(s3.stub.storage.openUploads()).isZero();
    }

    @Test
    void largeObjectSurvivesALostResponseToEachRequest() throws IOException {
        s3.stub.fail(S3Stub.Fault.LOSES_RESPONSE, call -> call % 2 == 1);
        assertThat(store("packs/a", 257)).isTrue();
        target.discardUnfinished();
        s3.stub.fail(S3Stub.Fault.NONE, call -> false);
        assertThat(Collections.max(s3.stub.storage.parts)).isEqualTo(64L * MIB);
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

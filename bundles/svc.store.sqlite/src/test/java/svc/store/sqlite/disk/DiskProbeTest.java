package svc.store.sqlite.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteErrorCode;
import svc.store.sqlite.schema.SchemaException;
import svc.testkit.Prerequisite;

class DiskProbeTest {

    /** A file of which the first page cannot be read: the system reports an input/output error. */
    private static final Path FAILING = Path.of("/proc/self/mem");

    @TempDir
    Path folder;

    private static void needsAFileWhoseReadsFail() {
        Prerequisite.machine("DiskProbeTest", Files.exists(FAILING), FAILING + " is missing");
    }

    @Test
    void reportsTheDiskOfAnUnreadableFile() {
        needsAFileWhoseReadsFail();
        assertThat(DiskProbe.trouble(FAILING))
                .hasValueSatisfying(said -> assertThat(said).contains("The disk below " + FAILING + " fails"));
    }

    @Test
    void doesNotReportDamageForAFailingDisk() {
        needsAFileWhoseReadsFail();
        SQLException corrupt = new SQLException("malformed", "", SQLiteErrorCode.SQLITE_CORRUPT.code);
        SchemaException refusal = SchemaException.of(corrupt, FAILING);
        assertThat(refusal.what()).contains("The disk below").doesNotContain("damaged");
        assertThat(refusal.remedy()).contains("smartctl").doesNotContain("backup");
    }

    @Test
    void reportsNothingForAReadableFile() throws IOException {
        Path file = Files.writeString(folder.resolve("-n svc.db"), "no database");
        assertThat(DiskProbe.trouble(file)).isEmpty();
        SQLException corrupt = new SQLException("malformed", "", SQLiteErrorCode.SQLITE_CORRUPT.code);
        assertThat(SchemaException.of(corrupt, file).what()).contains("is damaged");
    }

    @Test
    void reportsNothingForAMissingFile() {
        assertThat(DiskProbe.trouble(folder.resolve("absent"))).isEmpty();
    }
}

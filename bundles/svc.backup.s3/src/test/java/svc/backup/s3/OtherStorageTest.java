package svc.backup.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.backup.s3.OtherStorage.MEBIBYTE;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
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
import svc.backup.prune.Retention;
import svc.backup.write.SourceFile;
import svc.testkit.Covers;

/** A repository in a bucket with an object lock of S3Mock, a storage of other authors. */
@Tag("soak")
@Covers({"BAK-01", "BAK-03"})
final class OtherStorageTest {

    private static final Pattern PORT = Pattern.compile("Tomcat started on ports.* (\\d+) \\(http\\)");
    private static final Retention NEWEST = new Retention(1, 0, 0, 0);
    private static final String LOCK = "<ObjectLockConfiguration xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
            + "<ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule><DefaultRetention><Mode>COMPLIANCE</Mode>"
            + "<Days>30</Days></DefaultRetention></Rule></ObjectLockConfiguration>";

    @TempDir
    private static Path storage;

    private static OtherStorage other;

    @TempDir
    Path temp;

    private S3Fixture s3;
    private Fixture fixture;

    @BeforeAll
    static void start() throws Exception {
        other = OtherStorage.start(
                PORT,
                "-jar",
                Path.of("target/s3mock.jar").toString(),
                "--server.port=0",
                "--http.port=0",
                "--com.adobe.testing.s3mock.store.root=" + storage);
        put(S3Stub.BUCKET, "", "x-amz-bucket-object-lock-enabled", "true");
        put(S3Stub.BUCKET + "?object-lock", LOCK, "Content-Type", "application/xml");
    }

    private static void put(String path, String body, String... fields) throws Exception {
        answer(HttpRequest.newBuilder(URI.create(other.url() + "/" + path))
                .PUT(BodyPublishers.ofString(body))
                .headers(fields));
    }

    private static String answer(HttpRequest.Builder request) throws Exception {
        HttpResponse<String> response =
                HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    @AfterAll
    static void stop() {
        other.close();
    }

    @BeforeEach
    void open() throws IOException {
        s3 = other.fixture(temp);
        fixture = new Fixture(s3.open(), 12L * MEBIBYTE, s3.clock);
    }

    @AfterEach
    void close() throws IOException {
        s3.close();
    }

    private String run(int seed, int size) throws IOException {
        Fixture.write(temp.resolve("mail/a"), Fixture.bytes(seed, size));
        Fixture.write(temp.resolve("mail/kept"), Fixture.bytes(99, 1_000));
        return fixture.in(s3.open())
                .run(SourceFile.in(temp.resolve("mail"), "", true))
                .id();
    }

    /** S3Mock gives no default lock to new objects, and HEAD does not show locks. */
    private void prolongLocks() throws Exception {
        BackupTarget target = s3.open();
        List<String> packs = target.list("packs/").stream()
                .map(BackupTarget.StoredObject::name)
                .toList();
        assertThat(packs).isNotEmpty();
        target.locks().orElseThrow().prolong(packs, Duration.ofHours(1));
        String end = LocalDate.ofInstant(s3.clock.now().plus(Duration.ofDays(31)), ZoneOffset.UTC)
                .toString();
        for (String pack : packs) {
            URI retention = URI.create(other.url() + "/" + S3Stub.BUCKET + "/a/b/" + pack + "?retention");
            assertThat(answer(HttpRequest.newBuilder(retention)))
                    .contains("<Mode>COMPLIANCE</Mode>", "<RetainUntilDate>" + end);
        }
    }

    @Test
    void runsAreStoredVerifiedPrunedAndRestored() throws Exception {
        String first = run(1, 30 * MEBIBYTE);
        Map<String, String> expected = Fixture.contents(temp.resolve("mail"));
        String second = run(2, 3_000);
        Fixture fresh = fixture.in(s3.open());
        assertThat(fresh.repository.runs()).containsExactly(first, second);
        assertThat(fresh.verify().problems()).isEmpty();
        assertThat(fresh.read(first)).isEqualTo(expected);
        prolongLocks();
        fresh.prune(NEWEST);
        assertThat(fixture.in(s3.open()).read(second)).isEqualTo(Fixture.contents(temp.resolve("mail")));
        try (BackupTarget.Upload upload = s3.open().create("repo")) {
            upload.write(new byte[] {1}, 0, 1);
            assertThat(upload.commit()).as("an object is not replaced").isFalse();
        }
    }
}

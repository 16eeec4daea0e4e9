package svc.backup.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.backup.api.BackupTarget;
import svc.backup.api.TargetFactory.Purpose;
import svc.testkit.Covers;
import svc.testkit.ManualClock;

final class S3TargetsTest {

    @TempDir
    Path temp;

    private S3Fixture s3;

    @BeforeEach
    void start() throws IOException {
        s3 = new S3Fixture(temp, new ManualClock(), S3Fixture.days(7));
    }

    @AfterEach
    void stop() throws IOException {
        s3.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {-14, 0, 14})
    @Covers("BAK-02")
    void clocksMayDifferBy15Minutes(int minutes) {
        s3.stub.skew = Duration.ofMinutes(minutes);
        assertThatCode(s3::open).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(ints = {-16, 16})
    @Covers("BAK-02")
    void largerDifferencesAreRefused(int minutes) {
        s3.stub.skew = Duration.ofMinutes(minutes);
        assertThatThrownBy(s3::open)
                .hasMessageContaining("The clock of this machine is 16 minutes")
                .hasMessageContaining(minutes > 0 ? "behind" : "ahead of")
                .hasMessageContaining("Set the clock");
    }

    @Test
    @Covers("BAK-03")
    void defaultRetentionIsAtLeast7Days() throws IOException {
        assertThatCode(s3::open).doesNotThrowAnyException();
        s3.stub.storage.lock = S3Fixture.days(6);
        assertThatThrownBy(s3::open).hasMessageContaining("is 6 days. Set a default retention of at least 7 days");
        s3.stub.storage.lock = S3Fixture.days(0);
        assertThatThrownBy(s3::open).hasMessageContaining("has no default retention");
        s3.stub.storage.lock = Optional.empty();
        assertThatThrownBy(s3::open).hasMessageContaining("has no object lock");
        assertThatCode(() -> s3.targets(S3Fixture.KEY).open(S3Fixture.LOCATION, Purpose.RESTORE))
                .as("a restore needs no lock")
                .doesNotThrowAnyException();
        s3.lockRequired = false;
        assertThatCode(s3::open).doesNotThrowAnyException();
    }

    @Test
    void governanceModeIsAccepted() {
        s3.stub.storage.lock = Optional.of(new BucketLock("GOVERNANCE", Duration.ofDays(7)));
        assertThatCode(s3::open).doesNotThrowAnyException();
    }

    private void refused(Map<String, String> environment, String location, String message) {
        assertThatThrownBy(() -> s3.targets(environment).open(location, Purpose.BACKUP))
                .isInstanceOf(S3Exception.class)
                .hasMessageContaining(message)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain(S3Stub.SECRET, S3Stub.ID));
    }

    @Test
    void errorsNameTheProblemAndTheRemedy() throws IOException {
        refused(Map.of(), S3Fixture.LOCATION, "There is no access key");
        Map<String, String> wrong = Map.of("AWS_ACCESS_KEY_ID", S3Stub.ID, "AWS_SECRET_ACCESS_KEY", "other");
        refused(wrong, S3Fixture.LOCATION, "(403 SignatureDoesNotMatch). Check the access key");
        refused(S3Fixture.KEY, "s3://other/a", "There is no bucket other");
        refused(S3Fixture.KEY, "s3://Bucket/a", "is not a location");
        refused(S3Fixture.KEY, "s3://bucket/a/../b", "is not a location");
        s3.region = "us-east-1";
        refused(S3Fixture.KEY, S3Fixture.LOCATION, "Set region = \"eu-central-2\"");
        s3.region = "";
        refused(S3Fixture.KEY, S3Fixture.LOCATION, "Set region = \"eu-central-2\"");
        s3.region = "a/b";
        refused(S3Fixture.KEY, S3Fixture.LOCATION, "is not the name of a region");
        s3.region = S3Stub.REGION;
        s3.endpoint = "http://192.0.2.1.example/x";
        refused(S3Fixture.KEY, S3Fixture.LOCATION, "Correct endpoint");
        s3.endpoint = "http://8.8.8.8";
        refused(S3Fixture.KEY, S3Fixture.LOCATION, "Use a URL with https://");
        s3.endpoint = s3.stub.url();
        s3.stub.close();
        refused(S3Fixture.KEY, S3Fixture.LOCATION, "cannot be reached");
    }

    @Test
    void keyInAFileIsPrivate() throws IOException {
        Path file = s3.home.resolve(Credentials.FILE);
        Files.createDirectories(file.getParent());
        Files.writeString(
                file, "# key\nAWS_ACCESS_KEY_ID=" + S3Stub.ID + "\nAWS_SECRET_ACCESS_KEY = " + S3Stub.SECRET + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        refused(Map.of(), S3Fixture.LOCATION, "Other users can read");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertThatCode(() -> s3.targets(Map.of()).open(S3Fixture.LOCATION, Purpose.BACKUP))
                .doesNotThrowAnyException();
    }

    @Test
    void environmentNamesTheStorageOfARestoreWithoutConfiguration() {
        Map<String, String> environment = new HashMap<>(S3Fixture.KEY);
        environment.put("AWS_ENDPOINT_URL", s3.endpoint);
        environment.put("AWS_REGION", S3Stub.REGION);
        environment.put("AWS_SESSION_TOKEN", "token");
        s3.endpoint = "";
        s3.region = "";
        assertThatCode(() -> s3.targets(environment).open(S3Fixture.LOCATION, Purpose.RESTORE))
                .doesNotThrowAnyException();
        assertThat(new Credentials("a", "b", Optional.empty())).hasToString("an access key");
    }

    @Test
    void commandsWithoutAServerUseAClientOfTheirOwn() throws IOException {
        s3.http = new JdkHttpClient();
        BackupTarget target = s3.open();
        assertThat(target.put("repo", new byte[] {1, 2, 3})).isTrue();
        assertThat(target.put("repo", new byte[] {1, 2, 3})).isFalse();
        try (InputStream in = target.read("repo", 1, 9)) {
            assertThat(in.readAllBytes()).containsExactly(2, 3);
        }
        target.discardUnfinished();
    }
}

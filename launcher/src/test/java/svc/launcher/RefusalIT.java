package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** Refused starts: the sentence, the remedy, the exit code, and that no data is lost. */
final class RefusalIT {

    private static final int NOT_READY = 78;

    @TempDir
    Path directory;

    private Path home;

    @BeforeEach
    void chooseHome() {
        home = directory.resolve("home");
    }

    @Test
    void missingHomeArgumentIsExplained() {
        assertThat(SvcCommand.svc().run("run")).satisfies(finished -> {
            assertThat(finished.exit()).isEqualTo(2);
            assertThat(finished.err()).contains("No home directory is given.").contains("--home DIR");
        });
    }

    @Test
    void unknownFlagStartsNothing() {
        SvcCommand.Finished finished = SvcCommand.svc().run("run", "--home", home.toString(), "--prot", "80");
        assertThat(finished.exit()).isEqualTo(2);
        assertThat(finished.err()).contains("svc run does not support --prot.", "--set section.key=value");
        assertThat(SvcCommand.svc().run("run", "--help").out())
                .contains("svc run", "--set section.key=value")
                .doesNotContain("svc init");
        assertThat(home).doesNotExist();
    }

    @Test
    void readingAMissingHomeDoesNotCreateIt() {
        assertThat(SvcCommand.svc()
                        .run("config", "check", "--home", home.toString())
                        .exit())
                .isOne();
        assertThat(home).doesNotExist();
    }

    @Test
    void commandOnAnInaccessibleHomeIsRejected() throws Exception {
        SvcCommand.makeHome(home);
        Files.delete(home.resolve("extensions"));
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("r-xr-xr-x"));
        Files.setPosixFilePermissions(home.resolve("run"), PosixFilePermissions.fromString("r-xr-xr-x"));
        SvcCommand.openTo(directory);
        SvcCommand.Finished list = SvcCommand.svc().asOrdinaryUser().run("bundle", "list", "--home", home.toString());
        assertThat(list.exit()).isOne();
        SvcCommand.Finished check = SvcCommand.svc().asOrdinaryUser().run("config", "check", "--home", home.toString());
        assertThat(check.exit()).isOne();
        assertThat(check.err()).doesNotContain("\tat ");
    }

    @Test
    void rejectsAPortInUseByName() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String listen = "127.0.0.1:" + taken.getLocalPort();
            SvcCommand.Finished finished =
                    SvcCommand.svc().run("run", "--home", home.toString(), "--set", "server.listen=\"" + listen + "\"");
            assertRefused(finished, "127.0.0.1", "" + taken.getLocalPort(), "in use", "listen");
        }
    }

    @Test
    void rejectsAReadOnlyHome() throws Exception {
        Files.createDirectory(home);
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("r-xr-xr-x"));
        SvcCommand.openTo(directory);
        SvcCommand.Finished finished = SvcCommand.svc().asOrdinaryUser().run("run", "--home", home.toString());
        assertRefused(finished, home.toString(), "ermission", "right to write");
        try (var files = Files.list(home)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void rejectsAHomeThatIsAFile() throws Exception {
        Files.writeString(home, "not a directory");
        assertRefused(run(), home.toString());
        assertThat(home).hasContent("not a directory");
    }

    @Test
    void rejectsAFullDiskThenASecondInstanceAndOtherUsers() throws Exception {
        // A limit on the size of files simulates a full disk: the database cannot grow to hold its schema.
        SvcCommand.Finished finished = SvcCommand.svc()
                .through("sh", "-c", "ulimit -f 12; exec \"$@\"", "sh")
                .run("run", "--home", home.toString(), "--set", "server.listen=\"127.0.0.1:0\"");
        assertRefused(finished, "space");
        try (RunningServer first = SvcCommand.svc().start(home).ready()) {
            assertRefused(run(), "Another svc (process " + first.pid() + ") uses the home");
            otherUsersGetPermissionDenied();
            assertThat(first.isAlive()).isTrue();
            assertThat(first.get(first.url() + "/healthz/ready").statusCode()).isEqualTo(200);
        }
    }

    private void otherUsersGetPermissionDenied() throws Exception {
        SvcCommand.openTo(directory);
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx--x--x"));
        Files.setPosixFilePermissions(home.resolve("run"), PosixFilePermissions.fromString("rwxr-xr-x"));
        SvcCommand.Finished doctor = SvcCommand.svc().asOrdinaryUser().run("doctor", "--home", home.toString());
        assertThat(doctor.exit()).isEqualTo(3);
        assertThat(doctor.err()).contains("You may not use " + home, "as the user that runs the server");
    }

    @Test
    void rejectsAFileThatIsNoDatabaseWithoutChangingIt() throws Exception {
        Path database = home.resolve("data/svc.db");
        Files.createDirectories(database.getParent());
        Files.writeString(database, "These bytes were never a database. ".repeat(1000));
        assertRefused(run(), "svc.db");
        assertThat(database).hasContent("These bytes were never a database. ".repeat(1000));
    }

    @Test
    void rejectsACorruptDatabase() throws Exception {
        StartedHome.copyTo(home);
        Path database = home.resolve("data/svc.db");
        byte[] bytes = Files.readAllBytes(database);
        for (int i = 100; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31);
        }
        Files.write(database, bytes);
        assertRefused(run(), "svc.db");
        assertThat(Files.readAllBytes(database)).isEqualTo(bytes);
    }

    @Test
    @Covers("CFG-01")
    void rejectsUnknownKeysWithPositionAndSuggestion() throws Exception {
        SvcCommand.makeHome(home);
        Path file = home.resolve("svc.toml");
        String sample = Files.readString(file).replace("\n[log]\n", "\n[log]\nlevl = \"info\"\nformat = 7\n")
                + "\n[serer]\nlisten = \"x\"\n";
        Files.writeString(file, sample);
        long log = sample.substring(0, sample.indexOf("levl")).lines().count() + 1;
        long serer = sample.lines().count() - 1;
        SvcCommand.Finished finished = run();
        assertRefused(
                finished,
                "svc.toml:" + serer + ":",
                "serer",
                "server",
                "svc.toml:" + log + ":",
                "levl",
                "level",
                "svc.toml:" + (log + 1) + ":",
                "format");
        assertThat(home.resolve("data/svc.db")).doesNotExist();
    }

    @Test
    @Covers("CFG-01")
    void commandLineValuesAreValidated() {
        SvcCommand.Finished finished =
                SvcCommand.svc().run("run", "--home", home.toString(), "--set", "server.lisen=\"127.0.0.1:0\"");
        assertRefused(finished, "--set", "lisen", "listen");
    }

    @Test
    @Covers("CFG-01")
    void invalidValuesAreAllReportedBeforeTheDatabaseIsOpened() throws Exception {
        SvcCommand.makeHome(home);
        Files.writeString(home.resolve("svc.toml"), """
                [server]
                listen = "nonsense"
                admin_bind = "::1:80"
                public_url = "mail.example.org"
                trusted_proxies = ["proxy"]
                cors_origins = ["https://app.example.org/"]
                tls_listen = "127.0.0.1:0"
                tls_key_file = "svc.toml"
                """);
        String[] places = {":2:1: ", ":3:1: ", ":4:1: ", ":5:1: ", ":6:1: ", ":7:1: ", ":8:1: "};
        SvcCommand.Finished refused = SvcCommand.svc().run("run", "--home", home.toString());
        assertRefused(refused, places);
        assertThat(refused.err().lines().toList().subList(0, 4))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("svc: ").contains(":2:1: The key listen"),
                        second -> assertThat(second).startsWith("     ").contains("explain server.listen"),
                        third -> assertThat(third).startsWith("svc: ").contains(":3:1: The key admin_bind"),
                        fourth -> assertThat(fourth).startsWith("     ").contains("explain server.admin_bind"));
        assertThat(home.resolve("data/svc.db")).doesNotExist();
    }

    @Test
    @Covers("CFG-01")
    void invalidCertificateIsReportedWithOtherProblemsBeforeTheDatabaseIsOpened() throws Exception {
        SvcCommand.makeHome(home);
        Files.writeString(
                home.resolve("garbage.crt"), "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
        Files.writeString(home.resolve("svc.toml"), """
                [server]
                listen = "nonsense"
                tls_listen = "127.0.0.1:0"
                tls_cert_file = "garbage.crt"
                tls_key_file = "garbage.crt"
                """);
        assertRefused(
                SvcCommand.svc().run("run", "--home", home.toString()),
                ":2:1: ",
                ":4:1: The key tls_cert_file of [server] must name a file with a PEM certificate",
                ":5:1: The key tls_key_file of [server] must name a file with a PEM private key",
                "garbage.crt");
        assertThat(home.resolve("data/svc.db")).doesNotExist();
    }

    @Test
    void rejectsAMissingOrWrongBlobKeyWithoutReplacingIt() throws Exception {
        StartedHome.copyTo(home);
        Path key = home.resolve("secrets/blob.key");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                .isEqualTo("rw-------");
        Path keys = home.resolve("data/blobs/t1/keys");
        Files.createDirectories(keys.getParent());
        Files.writeString(keys, "0000000000000001 0123456789abcdef AAAA\n");
        assertRefused(run(), "is not the key that encrypted the blobs", "do not create a new one");
        Files.delete(key);
        assertRefused(run(), "There are blobs, but the blob key", "Restore the file from its backup");
        SvcCommand.Finished doctor = SvcCommand.svc().run("doctor", "--only", "storage", "--home", home.toString());
        assertThat(doctor.exit()).isEqualTo(2);
        assertThat(doctor.out()).contains("blob-key", "There are blobs, but the blob key");
        SvcCommand.Finished change = SvcCommand.svc().run("blobs", "rotate-master-key", "--home", home.toString());
        assertThat(change.exit()).isNotZero();
        assertThat(change.err()).contains("There are blobs, but the blob key");
        assertThat(key).doesNotExist();
    }

    private SvcCommand.Finished run() {
        return SvcCommand.svc().run("run", "--home", home.toString(), "--set", "server.listen=\"127.0.0.1:0\"");
    }

    private static void assertRefused(SvcCommand.Finished finished, String... words) {
        assertThat(finished.err()).contains("svc: ").contains(words);
        assertThat(finished.exit()).as(finished.err()).isEqualTo(NOT_READY);
        assertThat(finished.err()).doesNotContain("\tat ");
    }
}

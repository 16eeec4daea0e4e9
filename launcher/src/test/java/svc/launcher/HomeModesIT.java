package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Only the user that runs the server can read the files of a home, whatever the umask of the shell is. */
final class HomeModesIT {

    private static final String FILE = "rw-------";
    private static final String FOLDER = "rwx------";

    @TempDir
    private Path directory;

    private static SvcCommand lax() {
        return SvcCommand.svc().through("sh", "-c", "umask 000; exec \"$@\"", "sh");
    }

    /** Returns every file and folder of the home with its mode. */
    private static Map<String, String> modes(Path home) throws IOException {
        Map<String, String> modes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.toList()) {
                String mode =
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS));
                modes.put(home.relativize(file) + (Files.isDirectory(file) ? "/" : ""), mode);
            }
        }
        return modes;
    }

    private static void assertPrivate(Map<String, String> modes) {
        assertThat(modes)
                .isNotEmpty()
                .allSatisfy((name, mode) -> assertThat(mode).as(name).isEqualTo(name.endsWith("/") ? FOLDER : FILE));
    }

    @Test
    void everyFileOfANewHomeIsPrivate() throws Exception {
        Path made = directory.resolve("made");
        assertThat(lax().in(made, "init").exit()).isZero();
        assertPrivate(modes(made));
        // a home that a start creates without svc init
        Path home = directory.resolve("home");
        try (RunningServer server = lax().start(home).ready()) {
            MailUser ann = MailUser.of(server, "ann@one.test");
            ann.bring("From: a@b.test", "Subject: kept", "", "words to be found");
            server.await(
                    "indexed",
                    () -> ann.call("Email/query", "'filter':{'text':'words'}")
                                    .path("ids")
                                    .size()
                            == 1);
            Map<String, String> modes = modes(home);
            assertPrivate(modes);
            assertThat(modes)
                    .containsKeys("svc.toml", "data/svc.db", "data/svc.db-wal", "data/svc.db-shm", "run/svc.sock")
                    .hasKeySatisfying(new Condition<>(
                            name -> name.startsWith("data/search/") && !name.endsWith("/"), "a file of the index"))
                    .hasKeySatisfying(new Condition<>(
                            name -> name.startsWith("data/blobs/") && !name.endsWith("/"), "a file of a blob"));
            assertThat(server.terminate()).isZero();
        }
        assertPrivate(modes(home));
    }
}

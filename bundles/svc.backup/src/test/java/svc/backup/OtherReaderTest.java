package svc.backup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.backup.directory.DirectoryTarget;
import svc.backup.key.BackupKey;
import svc.backup.key.Identity;
import svc.backup.write.SourceFile;
import svc.testkit.Prerequisite;

/** A reader in Python, written from the documentation of the format, restores a run from the 24 words alone. */
final class OtherReaderTest {

    private static final String PYTHON = "/usr/bin/python3";
    private static final int CHUNK = 256 * 1024;

    @TempDir
    Path temp;

    private Path home;
    private Path words;
    private String first = "";
    private String second = "";

    @BeforeEach
    void runs() throws IOException, InterruptedException {
        boolean installed = Files.isExecutable(Path.of(PYTHON))
                && new ProcessBuilder(PYTHON, "-c", "import cryptography.hazmat.primitives.ciphers.aead")
                                .redirectError(ProcessBuilder.Redirect.DISCARD)
                                .start()
                                .waitFor()
                        == 0;
        Prerequisite.installable("OtherReaderTest", installed, "python3-cryptography is not installed");
        home = temp.resolve("home");
        words = temp.resolve("words");
        Fixture.write(home.resolve("empty"), new byte[0]);
        Fixture.write(home.resolve("blobs/ä b"), Fixture.bytes(1, CHUNK));
        Fixture.write(home.resolve("blobs/large"), Fixture.bytes(2, 17 * CHUNK + 1));
        Fixture.write(home.resolve("svc.db"), new byte[3 * CHUNK + 9]);
    }

    private Fixture run(Fixture fixture) throws IOException {
        first = fixture.run(files()).id();
        Files.delete(home.resolve("empty"));
        Fixture.write(home.resolve("blobs/new"), Fixture.bytes(3, 10));
        fixture.clock.leap(Duration.ofHours(1));
        second = fixture.run(files()).id();
        return fixture;
    }

    private void write(BackupKey key) throws IOException {
        Files.writeString(words, String.join("\n", key.words()));
    }

    private List<SourceFile> files() throws IOException {
        return SourceFile.in(home, "", true).stream()
                .map(file -> new SourceFile(
                        file.path(), file.file(), true, file.path().equals("svc.db")))
                .toList();
    }

    private String restore(String run, Path folder) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(PYTHON, "src/test/python/restore.py"));
        Stream.of(temp.resolve("target"), words, run, folder)
                .map(Object::toString)
                .forEach(command::add);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        return process.waitFor() + " " + output.strip();
    }

    @Test
    void restoresTheSameFiles() throws IOException, InterruptedException {
        Fixture fixture = run(new Fixture(DirectoryTarget.create(temp.resolve("target"))));
        write(fixture.key);
        assertThat(restore("newest", temp.resolve("python"))).startsWith("0 " + second + " 4 ");
        assertThat(Fixture.contents(temp.resolve("python")))
                .isEqualTo(fixture.restore(second, temp.resolve("java")))
                .isEqualTo(Fixture.contents(home));
        assertThat(restore(first, temp.resolve("python-first"))).startsWith("0 " + first + " 4 ");
        assertThat(Fixture.contents(temp.resolve("python-first")))
                .isEqualTo(fixture.restore(first, temp.resolve("java-first")))
                .containsKey("empty");
    }

    @Test
    void restoresWithTheIdentityOfTheRecipient() throws IOException, InterruptedException {
        Identity identity = Identity.fresh(new SecureRandom());
        run(Fixture.withRecipient(DirectoryTarget.create(temp.resolve("target")), identity));
        write(identity.words());
        assertThat(restore("newest", temp.resolve("python"))).startsWith("0 " + second + " 4 ");
        assertThat(Fixture.contents(temp.resolve("python"))).isEqualTo(Fixture.contents(home));
        write(Identity.fresh(new SecureRandom()).words());
        assertThat(restore("newest", temp.resolve("other"))).startsWith("1 The repository has another key");
    }

    @Test
    void findsChangedObjectsAndWrongWords() throws IOException, InterruptedException {
        Fixture fixture = run(new Fixture(DirectoryTarget.create(temp.resolve("target"))));
        write(fixture.key);
        Path manifest = temp.resolve("target/runs").resolve(second);
        byte[] changed = Files.readAllBytes(manifest);
        changed[40] ^= 1;
        Files.write(manifest, changed);
        assertThat(restore(second, temp.resolve("python"))).startsWith("1 An object was changed");
        Files.writeString(words, "baba " + String.join(" ", fixture.key.words().subList(1, 24)));
        assertThat(restore(first, temp.resolve("python"))).startsWith("1 The check of the backup key fails");
    }
}

package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * A home of an earlier build, with the responses that its clients received then. {@link #main} creates one with the
 * distribution of such a build.
 *
 * @param name the name of the home
 */
record EarlierHome(String name) {

    static final List<String> PEOPLE = List.of("ann@old.test", "bob@old.test");

    private static final Path FOLDER = Path.of("src/test/homes");
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Folders that are not stored: they are created again, or belong to a process. */
    private static final List<String> LEFT_OUT = List.of("cache", "run", "data/search");

    /** Returns all whose clients receive the same responses at any time. */
    static List<EarlierHome> all() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".zip") && !file.startsWith(QueuedBefore.HOME))
                    .sorted()
                    .map(file -> new EarlierHome(file.substring(0, file.length() - 4)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the recorded responses, by user and request. */
    JsonNode seen() throws IOException {
        return JSON.readTree(FOLDER.resolve(name + ".json").toFile());
    }

    /** Unpacks it to a new folder. */
    void unpack(Path home) throws IOException {
        try (InputStream file = Files.newInputStream(FOLDER.resolve(name + ".zip"));
                ZipInputStream zip = new ZipInputStream(file)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path target = home.resolve(entry.getName());
                Files.createDirectories(target.getParent());
                Files.copy(zip, target);
                Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-------"));
            }
        }
        try (Stream<Path> folders = Files.walk(home).filter(Files::isDirectory)) {
            for (Path folder : folders.toList()) {
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
            }
        }
    }

    /** Arguments: the folder of a distribution, an empty folder for the home, a name, and "queue" for queued messages. */
    public static void main(String[] words) throws IOException {
        Path home = Path.of(words[1]);
        EarlierHome made = new EarlierHome(words[2]);
        try (RunningServer server =
                SvcCommand.of(Path.of(words[0])).asOperator().start(home).ready()) {
            UpgradeScenario.live(server);
            if (words.length > 3) {
                QueuedBefore.send(server);
            } else {
                record(server, made);
            }
            assertThat(server.terminate()).isZero();
        }
        made.pack(home);
    }

    private static void record(RunningServer server, EarlierHome made) throws IOException {
        Map<String, Map<String, JsonNode>> seen = new TreeMap<>();
        for (String email : PEOPLE) {
            seen.put(email, UpgradeScenario.look(server, email));
        }
        JSON.writerWithDefaultPrettyPrinter()
                .writeValue(FOLDER.resolve(made.name + ".json").toFile(), seen);
    }

    private void pack(Path home) throws IOException {
        try (OutputStream file = Files.newOutputStream(FOLDER.resolve(name + ".zip"));
                ZipOutputStream zip = new ZipOutputStream(file);
                Stream<Path> files = Files.walk(home)) {
            for (Path one : files.filter(Files::isRegularFile).sorted().toList()) {
                String entry = home.relativize(one).toString();
                if (LEFT_OUT.stream().noneMatch(entry::startsWith)) {
                    zip.putNextEntry(new ZipEntry(entry));
                    Files.copy(one, zip);
                    zip.closeEntry();
                }
            }
        }
    }
}

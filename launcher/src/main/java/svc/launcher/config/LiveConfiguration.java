package svc.launcher.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The configuration of one running process: read once at its start, and again, more strictly than ever, when a jar joins.
 * What already holds for the jars that were there stays until the next start.
 *
 * <p>Threading: any thread.
 */
public final class LiveConfiguration {

    /** The very file that was read: a jar of the same name that was written anew is another one. */
    private record Stamp(Path jar, FileTime time, long size) {
        static Stamp of(Path jar) {
            try {
                return new Stamp(jar, Files.getLastModifiedTime(jar), Files.size(jar));
            } catch (IOException e) {
                return new Stamp(jar, FileTime.fromMillis(0), -1);
            }
        }
    }

    private final Path file;
    private final List<String> overrides;
    private final List<JarKeys> own;
    private final List<JarKeys> extensions;
    private final KeyCatalogue.Asleep asleep;
    private final List<ConfigProblem> problems;
    private final Map<Stamp, JarKeys> joined = new HashMap<>();
    private List<JarKeys> lastMore = List.of();
    private Configuration current;
    private Map<String, Setting> layer = Map.of();

    private LiveConfiguration(Path file, List<Path> own, ExtensionJars extensions, List<String> overrides) {
        this.file = file;
        this.overrides = List.copyOf(overrides);
        this.own = KeyCatalogue.readOwn(own);
        this.extensions = KeyCatalogue.read(extensions.admitted());
        this.asleep = new KeyCatalogue.Asleep(KeyCatalogue.read(extensions.refused()), extensions.refusedKeys());
        StrictToml.Reading reading = reading(List.of());
        this.current = reading.configuration();
        this.problems = reading.problems();
    }

    /**
     * Reads.
     *
     * @param file {@code svc.toml}
     * @param own the server's own jars
     * @param extensions the others; one whose keys cannot be read, or get into another's way, is asked for nothing: it is
     *     refused as an extension, and that is no reason not to start
     * @param overrides what stood behind {@code --set}
     */
    public static LiveConfiguration read(Path file, List<Path> own, ExtensionJars extensions, List<String> overrides) {
        return new LiveConfiguration(file, own, extensions, overrides);
    }

    private StrictToml.Reading reading(List<JarKeys> more) {
        Set<Path> renewed = more.stream().map(JarKeys::jar).collect(Collectors.toSet());
        List<JarKeys> strict = new ArrayList<>(own);
        strict.addAll(more);
        List<JarKeys> rest =
                extensions.stream().filter(jar -> !renewed.contains(jar.jar())).toList();
        return StrictToml.read(KeyCatalogue.of(strict, rest, asleep), file, overrides);
    }

    /** What was wrong at the start; a server does not start with any, a command on the console does. */
    public List<ConfigProblem> problems() {
        return problems;
    }

    /** The values that hold. */
    public synchronized Configuration current() {
        return current.under(layer);
    }

    /**
     * The properties of every PID. Without more jars it is what holds; with some the file is read anew with their keys.
     *
     * @param more all jars that joined since the start and are still there, with the one that wants to
     * @throws IllegalArgumentException when anything is wrong then: a line per problem, its place, its sentence and its
     *     remedy parted by tabs; nothing has changed
     */
    public synchronized Map<String, Map<String, Object>> properties(List<Path> more) {
        if (!more.isEmpty()) {
            List<JarKeys> newer = more.stream().map(this::joined).toList();
            StrictToml.Reading reading = reading(newer);
            if (!reading.problems().isEmpty()) {
                throw new IllegalArgumentException(
                        reading.problems().stream().map(ConfigProblem::tabbed).collect(Collectors.joining("\n")));
            }
            current = reading.configuration().keeping(current);
            lastMore = newer;
        }
        return current.under(layer).properties();
    }

    /**
     * Lays values over those of the file while the server runs, in place of what was laid before: all or none.
     *
     * @param values texts, numbers, truths or lists of them, by table and key or by the key alone
     * @param really false to look only
     * @return a line for each that cannot be: the name that was given, a word and a sentence, parted by tabs; then nothing
     *     has changed
     */
    public synchronized List<String> override(Map<String, Object> values, boolean really) {
        Path home = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a folder");
        RuntimeLayer.Reading reading = RuntimeLayer.read(current, home, values);
        if (really && reading.problems().isEmpty()) {
            layer = reading.layer();
        }
        return reading.problems();
    }

    private JarKeys joined(Path jar) {
        return joined.computeIfAbsent(
                Stamp.of(jar), stamp -> KeyCatalogue.read(List.of(jar)).get(0));
    }

    /** Every key with its value, source and meaning, in types of the JDK; never the value of a secret. */
    public synchronized List<Map<String, Object>> keys() {
        return current.under(layer).settings().stream().map(Setting::plain).toList();
    }

    /** What a start would say about the file as it is now: a line per problem, as in {@link #properties}. */
    public synchronized List<String> check() {
        return reading(lastMore).problems().stream().map(ConfigProblem::tabbed).toList();
    }
}

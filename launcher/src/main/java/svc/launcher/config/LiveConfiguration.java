package svc.launcher.config;

import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.stream.Stream;
import svc.launcher.config.StrictToml.Reading;
import svc.launcher.config.keys.JarKeys;
import svc.launcher.config.keys.KeyCatalogue;
import svc.launcher.config.toml.ConfigProblem;

/**
 * The configuration of a running process. The configuration is read at the start, and again when an extension is added;
 * in the second case, every problem is an error. The values for the jars that were loaded before remain in effect until
 * the next start.
 *
 * <p>Threading: thread-safe.
 */
public final class LiveConfiguration {

    /** Identifies the file that was read: if a jar is written again under the same name, it has a different stamp. */
    private record Stamp(Path jar, FileTime time, long size) {
        static Stamp of(Path jar) {
            try {
                return new Stamp(jar, Files.getLastModifiedTime(jar), Files.size(jar));
            } catch (IOException e) {
                return new Stamp(jar, FileTime.fromMillis(0), -1);
            }
        }
    }

    /** A function that finds the extensions. */
    @FunctionalInterface
    public interface Look {

        /** Returns the extensions that a start would find now. */
        ExtensionJars now() throws IOException;
    }

    private final Path file;
    private final List<String> overrides;
    private final Look look;
    private final List<JarKeys> own;
    private final List<JarKeys> extensions;
    private final KeyCatalogue.DormantKeys dormantKeys;
    private final List<ConfigProblem> problems;
    private final List<ConfigProblem> warnings;
    private final Map<Stamp, JarKeys> joined = new HashMap<>();
    private Configuration current;
    private Map<String, Setting> layer = Map.of();

    private LiveConfiguration(Path file, List<Path> own, Look look, List<String> overrides) throws IOException {
        this.file = file;
        this.overrides = List.copyOf(overrides);
        this.look = look;
        this.own = KeyCatalogue.readOwn(own);
        ExtensionJars jars = look.now();
        this.extensions = KeyCatalogue.read(jars.admitted());
        this.dormantKeys = dormantKeys(jars);
        Reading reading = reading(List.of());
        this.current = reading.configuration();
        this.problems = reading.problems();
        this.warnings = reading.warnings();
    }

    /**
     * Reads the configuration.
     *
     * @param file {@code svc.toml}
     * @param own the jars of the distribution
     * @param look finds the extensions. The keys of an extension that cannot be read, or that conflict with others, are
     *     ignored: the extension is refused later, and the server starts
     * @param overrides the values of {@code --set}
     */
    public static LiveConfiguration read(Path file, List<Path> own, Look look, List<String> overrides)
            throws IOException {
        return new LiveConfiguration(file, own, look, overrides);
    }

    private static KeyCatalogue.DormantKeys dormantKeys(ExtensionJars jars) {
        return new KeyCatalogue.DormantKeys(KeyCatalogue.read(jars.refused()), jars.refusedKeys());
    }

    private Reading reading(List<JarKeys> more) {
        Set<Path> renewed = more.stream().map(JarKeys::jar).collect(Collectors.toSet());
        List<JarKeys> strict = new ArrayList<>(own);
        strict.addAll(more);
        List<JarKeys> rest =
                extensions.stream().filter(jar -> !renewed.contains(jar.jar())).toList();
        return StrictToml.read(KeyCatalogue.of(strict, rest, dormantKeys), file, overrides);
    }

    /**
     * Returns the problems at the start. With any problem a server does not start, but a command without a server does.
     */
    public List<ConfigProblem> problems() {
        return problems;
    }

    /** Returns the warnings of the start: values that were accepted but should be written differently. */
    public List<ConfigProblem> warnings() {
        return warnings;
    }

    /** Returns the values that are in effect. */
    public synchronized Configuration current() {
        return current.under(layer);
    }

    /**
     * Returns the properties of every PID. Without further jars, these are the values that are in effect. With further
     * jars, the file is read again with their keys.
     *
     * @param more all jars added since the start that still exist, and the new one
     * @throws IllegalArgumentException for any problem: the message has a line per problem with place, sentence and
     *     remedy, separated by tabs. After the exception, the configuration is unchanged
     */
    public synchronized Map<String, Map<String, Object>> properties(List<Path> more) {
        if (!more.isEmpty()) {
            List<JarKeys> newer = more.stream().map(this::joined).toList();
            Reading reading = reading(newer);
            if (!reading.problems().isEmpty()) {
                throw new IllegalArgumentException(
                        reading.problems().stream().map(ConfigProblem::tabbed).collect(Collectors.joining("\n")));
            }
            current = reading.configuration().keeping(current);
        }
        return current.under(layer).properties();
    }

    /**
     * Replaces the runtime overrides: either all are replaced or none.
     *
     * @param values texts, numbers, booleans or lists of them, by table and key or by the key alone
     * @param really false to check the values only
     * @return a line for each invalid value: the given name, a word and a sentence, separated by tabs. If there is one,
     *     nothing has changed
     */
    public synchronized List<String> override(Map<String, Object> values, boolean really) {
        Path home = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a folder");
        RuntimeOverrides.Reading reading = RuntimeOverrides.read(current, home, values);
        if (really && reading.problems().isEmpty()) {
            layer = reading.layer();
        }
        return reading.problems();
    }

    private JarKeys joined(Path jar) {
        return joined.computeIfAbsent(
                Stamp.of(jar), stamp -> KeyCatalogue.read(List.of(jar)).get(0));
    }

    /** Returns every key with its value, source and description, in JDK types. The value of a secret is omitted. */
    public synchronized List<Map<String, Object>> keys() {
        return current.under(layer).settings().stream().map(Setting::plain).toList();
    }

    /**
     * Checks the file and the extensions as a start would now, including tables of extensions that were removed.
     * Returns a line per problem, as in {@link #properties}, then a line per warning, which ends with a tab and the
     * word {@code warning}.
     */
    public synchronized List<String> check() {
        Reading reading = next();
        return Stream.concat(
                        reading.problems().stream().map(ConfigProblem::tabbed),
                        reading.warnings().stream().map(warning -> warning.tabbed() + "\twarning"))
                .toList();
    }

    private Reading next() {
        try {
            ExtensionJars jars = look.now();
            return StrictToml.read(
                    KeyCatalogue.of(own, KeyCatalogue.read(jars.admitted()), dormantKeys(jars)), file, overrides);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package svc.extensions.framework;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import svc.api.config.ExtensionConfiguration.Problem;
import svc.extensions.status.ExtensionStatus;
import svc.extensions.status.FileFingerprint;

/**
 * Checks whether {@code svc.toml} has the configuration that a jar requires. A jar that waits for a key is checked
 * again when the file changes or when another jar is admitted, so that an added key or table takes effect without a
 * restart. Used only on the extension thread.
 */
public final class ExtensionConfigCheck {

    private final SharedServices keepers;
    private final Path toml;
    private final Map<Path, Answer> waiting = new HashMap<>();

    public ExtensionConfigCheck(SharedServices keepers, Path toml) {
        this.keepers = keepers;
        this.toml = toml;
    }

    /**
     * Loads the configuration of a jar. Returns empty when it is complete, otherwise the status that names the
     * problems.
     */
    public Optional<ExtensionStatus> admit(Path jar) {
        String now = stamp(toml) + stamp(jar);
        Answer before = waiting.get(jar);
        if (before != null && before.stamp().equals(now)) {
            return Optional.of(before.verdict());
        }
        List<Problem> problems =
                keepers.settings().map(settings -> settings.load(jar)).orElse(List.of());
        if (problems.isEmpty()) {
            // The other jars may have waited for the tables of this one.
            waiting.clear();
            return Optional.empty();
        }
        ExtensionStatus verdict = verdict(problems, String.valueOf(jar.getFileName()));
        waiting.put(jar, new Answer(now, verdict));
        return Optional.of(verdict);
    }

    /** Unloads the configuration of a removed jar. */
    public void release(Path jar) {
        waiting.remove(jar);
        keepers.settings().ifPresent(settings -> settings.unload(jar));
    }

    /**
     * Returns the status for problems of the configuration. A jar with a problem in its own declarations is refused,
     * because no change of {@code svc.toml} can solve the problem.
     */
    private static ExtensionStatus verdict(List<Problem> problems, String jar) {
        List<Problem> own =
                problems.stream().filter(problem -> problem.place().equals(jar)).toList();
        return own.isEmpty()
                ? ExtensionStatus.waiting(
                        "It waits for its configuration: "
                                + joined(problems, problem -> problem.place() + ": " + problem.sentence()),
                        joined(problems, Problem::remedy))
                : ExtensionStatus.refused(joined(own, Problem::sentence), joined(own, Problem::remedy));
    }

    private static String joined(List<Problem> problems, Function<Problem, String> words) {
        return problems.stream().map(words).distinct().collect(Collectors.joining(" "));
    }

    private static String stamp(Path file) {
        try {
            return FileFingerprint.of(file).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private record Answer(String stamp, ExtensionStatus verdict) {}
}

package svc.extensions;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import svc.api.config.Settings;

/**
 * Whether {@code svc.toml} suits a jar. Who waits for a line of it is asked again when the file changes, so that a key
 * that is added takes effect without a restart. Used on the loop only.
 */
final class SettingsStep {

    private final Keepers keepers;
    private final Path toml;
    private final Map<Path, Answer> waiting = new HashMap<>();

    SettingsStep(Keepers keepers, Path toml) {
        this.keepers = keepers;
        this.toml = toml;
    }

    /** Empty when the jar's configuration is there; else what is missing. */
    Optional<Verdict> admit(Path jar) {
        String now = stamp(toml) + stamp(jar);
        Answer before = waiting.get(jar);
        if (before != null && before.stamp().equals(now)) {
            return Optional.of(before.verdict());
        }
        List<Settings.Problem> problems =
                keepers.settings().map(settings -> settings.admit(jar)).orElse(List.of());
        if (problems.isEmpty()) {
            waiting.remove(jar);
            return Optional.empty();
        }
        Verdict verdict = verdict(problems, String.valueOf(jar.getFileName()));
        waiting.put(jar, new Answer(now, verdict));
        return Optional.of(verdict);
    }

    /** The jar is gone. */
    void release(Path jar) {
        waiting.remove(jar);
        keepers.settings().ifPresent(settings -> settings.release(jar));
    }

    /** What is wrong with the jar itself no line of {@code svc.toml} mends. */
    private static Verdict verdict(List<Settings.Problem> problems, String jar) {
        List<Settings.Problem> own =
                problems.stream().filter(problem -> problem.place().equals(jar)).toList();
        if (!own.isEmpty()) {
            return Verdict.refused(joined(own, Settings.Problem::sentence), joined(own, Settings.Problem::remedy));
        }
        return Verdict.waiting(
                "It waits for its configuration: "
                        + joined(problems, problem -> problem.place() + ": " + problem.sentence()),
                joined(problems, Settings.Problem::remedy));
    }

    private static String joined(List<Settings.Problem> problems, Function<Settings.Problem, String> words) {
        return problems.stream().map(words).distinct().collect(Collectors.joining(" "));
    }

    private static String stamp(Path file) {
        try {
            return Stamp.of(file).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private record Answer(String stamp, Verdict verdict) {}
}

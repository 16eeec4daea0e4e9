package svc.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import svc.launcher.config.ConfigProblem;
import svc.launcher.config.ExtensionJars;
import svc.launcher.config.HomeInit;
import svc.launcher.config.KeyCatalogue;
import svc.launcher.config.LiveConfiguration;

/** The configuration of a home, read against the keys of every jar that a start would load. */
final class HomeSettings {

    private HomeSettings() {}

    /** Makes a home with a commented {@code svc.toml}; refuses where there is one. */
    static void init(Distribution distribution, Home home) {
        try {
            HomeInit.init(home.directory(), KeyCatalogue.of(distribution.ownJars()))
                    .ifPresent(problem -> {
                        throw new Refusal(problem.sentence(), problem.remedy(), 1);
                    });
        } catch (IOException e) {
            throw Disk.refusal("The home " + home.directory() + " cannot be made", e);
        }
    }

    /** Makes those directories of a home that are not there yet. */
    static void makeDirectories(Home home) {
        try {
            HomeInit.directories(home.directory());
        } catch (IOException e) {
            throw Disk.refusal("The home " + home.directory() + " cannot be made", e);
        }
    }

    /** The configuration for a start: an empty home is made first, and any problem is a refusal. */
    static LiveConfiguration strict(Distribution distribution, Home home, List<String> overrides) {
        if (!Files.exists(home.configuration())) {
            init(distribution, home);
        }
        LiveConfiguration settings = lenient(distribution, home, overrides);
        requireGood(settings);
        return settings;
    }

    /** Refuses when anything is wrong with the configuration. */
    static void requireGood(LiveConfiguration settings) {
        if (!settings.problems().isEmpty()) {
            throw refusal(settings.problems());
        }
    }

    /** The configuration for a command on the console, which can tell what is wrong with it. */
    static LiveConfiguration lenient(Distribution distribution, Home home, List<String> overrides) {
        try {
            ExtensionJars extensions = ExtensionJars.of(home.extensions(), home.data());
            return LiveConfiguration.read(home.configuration(), distribution.ownJars(), extensions, overrides);
        } catch (IOException e) {
            throw Disk.refusal("The home " + home.directory() + " cannot be read", e);
        }
    }

    private static Refusal refusal(List<ConfigProblem> problems) {
        String all = problems.stream()
                .map(problem -> problem.text() + "\n     " + problem.remedy())
                .collect(Collectors.joining("\nsvc: "));
        int last = all.lastIndexOf("\n     ");
        return new Refusal(all.substring(0, last), all.substring(last + "\n     ".length()));
    }

    /** One text of one table, as configured or by default. */
    static String text(LiveConfiguration settings, String pid, String key, String otherwise) {
        Object value =
                settings.current().properties().getOrDefault(pid, Map.of()).get(key);
        return value == null ? otherwise : value.toString();
    }
}

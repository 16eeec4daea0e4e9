package svc.launcher.home;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import svc.launcher.config.ExtensionJars;
import svc.launcher.config.HomeInit;
import svc.launcher.config.LiveConfiguration;
import svc.launcher.config.keys.KeyCatalogue;
import svc.launcher.config.toml.ConfigProblem;

/** Reads the configuration of a home against the keys of every jar that a start would load. */
public final class HomeSettings {

    private HomeSettings() {}

    /** Creates a home with a commented {@code svc.toml}; refuses if that file exists. */
    public static void init(Distribution distribution, Home home) {
        try {
            HomeInit.init(home.directory(), KeyCatalogue.of(distribution.ownJars()))
                    .ifPresent(problem -> {
                        throw new LaunchException(problem.sentence(), problem.remedy(), 1);
                    });
        } catch (IOException e) {
            throw Disk.refusal("The home " + home.directory() + " cannot be made", e);
        }
    }

    /** Creates the missing directories of a home. */
    public static void makeDirectories(Home home) {
        try {
            HomeInit.directories(home.directory());
        } catch (IOException e) {
            throw Disk.refusal("The home " + home.directory() + " cannot be made", e);
        }
    }

    /**
     * Returns the configuration for a start. Creates the home first if it does not exist. Refuses the start if there is
     * any problem.
     */
    public static LiveConfiguration strict(Distribution distribution, Home home, List<String> overrides) {
        if (!Files.exists(home.configuration())) {
            init(distribution, home);
        }
        LiveConfiguration settings = lenient(distribution, home, overrides);
        requireGood(settings);
        return settings;
    }

    /** Refuses the start if the configuration has a problem. */
    public static void requireGood(LiveConfiguration settings) {
        if (!settings.problems().isEmpty()) {
            throw refusal(settings.problems());
        }
    }

    /** Returns the configuration for a command without a server, which can report the problems. */
    public static LiveConfiguration lenient(Distribution distribution, Home home, List<String> overrides) {
        try {
            return LiveConfiguration.read(
                    home.configuration(),
                    distribution.ownJars(),
                    () -> ExtensionJars.of(home.extensions(), home.data()),
                    overrides);
        } catch (IOException e) {
            throw Disk.refusal("The home " + home.directory() + " cannot be read", e);
        }
    }

    private static LaunchException refusal(List<ConfigProblem> problems) {
        String all = problems.stream()
                .map(problem -> problem.text() + "\n     " + problem.remedy())
                .collect(Collectors.joining("\nsvc: "));
        int last = all.lastIndexOf("\n     ");
        return new LaunchException(all.substring(0, last), all.substring(last + "\n     ".length()));
    }

    /** Returns the configured or default value of a text key. */
    public static String text(LiveConfiguration settings, String pid, String key, String otherwise) {
        Object value =
                settings.current().properties().getOrDefault(pid, Map.of()).get(key);
        return value == null ? otherwise : value.toString();
    }
}

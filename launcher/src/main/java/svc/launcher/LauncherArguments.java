package svc.launcher;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import svc.launcher.home.Home;
import svc.launcher.home.LaunchException;

/**
 * The arguments of {@code svc}: the flags of the launcher itself, and the remaining words.
 *
 * @param home the home directory, from {@code --home} or {@code SVC_HOME}
 * @param overrides the values of {@code --set}, as typed
 * @param url whether {@code --url} selects a remote server
 * @param words the remaining words, in order
 */
record LauncherArguments(Optional<Path> home, List<String> overrides, boolean url, List<String> words) {

    static LauncherArguments parse(String[] args, Map<String, String> environment) {
        String home = environment.get("SVC_HOME");
        List<String> overrides = new ArrayList<>();
        List<String> words = new ArrayList<>();
        boolean url = false;
        for (int i = 0; i < args.length; i++) {
            String word = args[i];
            if (word.equals("--home") || word.equals("--set")) {
                if (i + 1 == args.length) {
                    throw new LaunchException(word + " needs a value.", "Write " + example(word) + ".", 2);
                }
                i++;
                if (word.equals("--home")) {
                    home = args[i];
                } else {
                    overrides.add(args[i]);
                }
            } else if (word.startsWith("--home=")) {
                home = word.substring("--home=".length());
            } else if (word.startsWith("--set=")) {
                overrides.add(word.substring("--set=".length()));
            } else {
                url |= word.equals("--url") || word.startsWith("--url=");
                words.add(word);
            }
        }
        Optional<Path> directory = home == null || home.isBlank()
                ? Optional.empty()
                : Optional.of(Path.of(home).toAbsolutePath().normalize());
        return new LauncherArguments(directory, List.copyOf(overrides), url, List.copyOf(words));
    }

    String first() {
        return words.isEmpty() ? "help" : words.get(0);
    }

    /** Returns whether the command only describes commands, which needs no home. */
    boolean asksForHelp() {
        return List.of("help", "completion").contains(first()) || hasHelpFlag();
    }

    private boolean hasHelpFlag() {
        return words.stream()
                .takeWhile(word -> !word.equals("--"))
                .anyMatch(word -> word.equals("--help") || word.equals("-h"));
    }

    /**
     * Returns the command of the launcher itself whose usage is requested: {@code svc run --help}, {@code svc help
     * run}.
     */
    Optional<String> ownHelp() {
        return (hasHelpFlag()
                        ? Optional.of(first())
                        : words.stream()
                                .skip(1)
                                .limit(first().equals("help") ? 1 : 0)
                                .findFirst())
                .filter(LauncherUsage.COMMANDS::contains);
    }

    /**
     * Returns whether this distribution runs the command, whether or not a server runs: the command only inspects the
     * files of the home, or fills an empty one.
     */
    boolean speaksForThisDistribution() {
        return first().equals("schema-check") || command().equals(List.of("config", "check")) || fillsTheHome();
    }

    /** Returns whether the command fills the home, which no server may use at the same time. */
    boolean fillsTheHome() {
        return command().equals(List.of("backup", "restore"));
    }

    /** Returns whether the command needs a folder for its work at most, and no home. */
    boolean worksWithoutHome() {
        return command().equals(List.of("backup", "identity"))
                || command().equals(List.of("backup", "drill-elsewhere"));
    }

    private List<String> command() {
        return words.stream().filter(word -> !word.startsWith("-")).limit(2).toList();
    }

    Home requiredHome() {
        return new Home(home.orElseThrow(() -> new LaunchException(
                "No home directory is given.", "Add --home DIR, or set SVC_HOME to the directory of the server.", 2)));
    }

    private static String example(String word) {
        return word.equals("--home") ? "--home DIR" : "--set section.key=value";
    }
}

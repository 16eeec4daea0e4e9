package svc.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import svc.launcher.config.LiveConfiguration;
import svc.launcher.home.Distribution;
import svc.launcher.home.Home;
import svc.launcher.home.HomeLock;
import svc.launcher.home.HomeSettings;
import svc.launcher.log.Logging;

/**
 * {@code svc init}: creates a home. With further arguments, it also creates the first tenant and account with
 * {@code svc tenant create}. If this fails, everything that was created is deleted.
 */
final class InitCommand {
    private final Distribution distribution;
    private final Home home;
    private final Logging log;

    InitCommand(Distribution distribution, Home home, Logging log) {
        this.distribution = distribution;
        this.home = home;
        this.log = log;
    }

    /**
     * Runs the command.
     *
     * @param organization the flags of {@code svc tenant create}; empty for a home without a tenant
     */
    int make(List<String> organization, InputStream in, PrintStream out, PrintStream err) throws IOException {
        Set<Path> before = tree();
        HomeSettings.init(distribution, home);
        if (!organization.isEmpty()) {
            int exit;
            try {
                exit = create(organization, in, err);
            } catch (IOException | RuntimeException e) {
                undo(before);
                throw e;
            }
            if (exit != 0) {
                undo(before);
                return exit;
            }
        }
        out.println("The home " + home.directory() + " is ready: look into svc.toml, then start with svc run --home "
                + home.directory());
        return 0;
    }

    private int create(List<String> flags, InputStream in, PrintStream err) throws IOException {
        List<String> words = new ArrayList<>(List.of("tenant", "create"));
        words.addAll(flags);
        try (HomeLock lock = HomeLock.take(home);
                PrintStream discarded =
                        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
            LiveConfiguration settings = HomeSettings.lenient(distribution, lock.home(), List.of());
            return new OfflineCommandProcess(distribution, lock.home(), settings, log)
                    .run(words, true, in, discarded, err);
        }
    }

    private Set<Path> tree() throws IOException {
        if (!Files.exists(home.directory())) {
            return Set.of();
        }
        try (Stream<Path> files = Files.walk(home.directory())) {
            return new HashSet<>(files.toList());
        }
    }

    private void undo(Set<Path> before) throws IOException {
        List<Path> made = tree().stream()
                .filter(file -> !before.contains(file))
                .sorted(Comparator.reverseOrder())
                .toList();
        for (Path file : made) {
            Files.deleteIfExists(file);
        }
    }
}

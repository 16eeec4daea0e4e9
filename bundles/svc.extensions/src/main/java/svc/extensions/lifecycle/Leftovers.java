package svc.extensions.lifecycle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.osgi.framework.BundleContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.extensions.jar.JarFacts;
import svc.extensions.status.Causes;

/**
 * The remains of a removed bundle: lines of {@code svc.toml}, whose keys would be unknown at the next start, and
 * database tables.
 *
 * @param lines the places in the file, without values: {@code svc.toml:12: [todo] limit}
 * @param tables a sentence about the tables of the bundle; empty when it has no tables
 */
public record Leftovers(List<String> lines, Optional<String> tables) {

    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

    public static Leftovers of(Path home, JarFacts facts) {
        return new Leftovers(
                lines(home.resolve("svc.toml"), facts), facts.namespace().map(Leftovers::advice));
    }

    static void log(BundleContext context, JarFacts facts) {
        Leftovers left = of(Path.of(context.getProperty("svc.home")), facts);
        if (!left.lines().isEmpty()) {
            LOG.warn(
                    "The extension {} was removed: delete its keys before the next start, or the next start is refused: {}",
                    facts.name(),
                    String.join(", ", left.lines()));
        }
        left.tables().ifPresent(LOG::warn);
    }

    private static String advice(String namespace) {
        return "If `svc schema list` names " + namespace + ", its tables stay in the database: before the next start,"
                + " `svc schema park " + namespace + "` keeps them and `svc schema retire " + namespace
                + "` exports and drops them.";
    }

    private static List<String> lines(Path toml, JarFacts facts) {
        try {
            return ConfigLines.of(Files.readAllLines(toml), facts.keys()).stream()
                    .map(line -> line.place(String.valueOf(toml.getFileName())))
                    .toList();
        } catch (NoSuchFileException e) {
            LOG.debug("there is no {}", toml);
        } catch (IOException e) {
            LOG.warn("{} cannot be searched for the keys of {}: {}", toml, facts.name(), Causes.brief(e));
        }
        return List.of();
    }
}

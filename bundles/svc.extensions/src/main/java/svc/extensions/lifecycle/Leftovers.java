package svc.extensions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.osgi.framework.BundleContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a removed bundle leaves behind: lines of {@code svc.toml}, which nobody knows any more at the next start, and tables
 * of the database.
 *
 * @param lines the places in the file, without values: {@code svc.toml:12: [todo] limit}
 * @param tables one sentence on its tables; empty when it has none
 */
record Leftovers(List<String> lines, Optional<String> tables) {

    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);
    private static final Pattern TABLE = Pattern.compile("\\s*\\[\\s*([^\\[\\]]+?)\\s*].*");
    private static final Pattern KEY = Pattern.compile("\\s*\"?([A-Za-z0-9_-]+)\"?\\s*=.*");

    static Leftovers of(Path home, JarFacts facts) {
        return new Leftovers(
                lines(home.resolve("svc.toml"), facts), facts.namespace().map(Leftovers::advice));
    }

    static void log(BundleContext context, JarFacts facts) {
        Leftovers left = of(Path.of(context.getProperty("svc.home")), facts);
        if (!left.lines().isEmpty()) {
            LOG.warn(
                    "extension {} is gone: delete its keys before the next start, or that start is refused: {}",
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
            return places(String.valueOf(toml.getFileName()), Files.readAllLines(toml), facts.keys());
        } catch (NoSuchFileException e) {
            LOG.debug("there is no {}", toml);
        } catch (IOException e) {
            LOG.warn("{} cannot be searched for the keys of {}: {}", toml, facts.name(), Causes.brief(e));
        }
        return List.of();
    }

    /** The lines of the keys, and the head of a table in which nothing else stands. */
    static List<String> places(String file, List<String> lines, Set<String> keys) {
        List<String> found = new ArrayList<>();
        List<String> ofTable = new ArrayList<>();
        String table = "";
        boolean shared = true;
        for (int i = 0; i < lines.size(); i++) {
            Matcher header = TABLE.matcher(lines.get(i));
            Matcher key = KEY.matcher(lines.get(i));
            String place = file + ":" + (i + 1) + ": ";
            if (header.matches()) {
                found.addAll(shared ? ofTable.subList(Math.min(1, ofTable.size()), ofTable.size()) : ofTable);
                table = header.group(1);
                shared = !declares(keys, table);
                ofTable = new ArrayList<>(List.of(place + "[" + table + "]"));
            } else if (key.matches() && keys.contains(table + "." + key.group(1))) {
                ofTable.add(place + "[" + table + "] " + key.group(1));
            } else {
                shared |= key.matches();
            }
        }
        found.addAll(shared ? ofTable.subList(Math.min(1, ofTable.size()), ofTable.size()) : ofTable);
        return found;
    }

    private static boolean declares(Set<String> keys, String table) {
        return keys.stream()
                .anyMatch(key -> key.substring(0, key.lastIndexOf('.')).equals(table));
    }
}

package svc.store.sqlite;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The manifest header {@code Svc-Migrations: namespace;path=folder;accounts=none}.
 *
 * @param namespace lower case, parts joined by dots or hyphens
 * @param folder where the scripts are in the jar, without slashes around it
 * @param ofAccounts whether the tables may hold something of accounts, which is so unless the header says that they do not
 */
record MigrationHeader(String namespace, String folder, boolean ofAccounts) {

    /** The header's name. */
    static final String NAME = "Svc-Migrations";

    private static final Pattern NAMESPACE = Pattern.compile("[a-z][a-z0-9]*(?:[.-][a-z0-9]+)*");
    private static final Pattern FURTHER =
            Pattern.compile("\\s*;\\s*(?:path\\s*=\\s*(\"?)/?(?<path>[A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)*)/?\\1"
                    + "|accounts\\s*=\\s*(\"?)(?<accounts>none)\\3)");
    private static final int LONGEST = 64;
    private static final String USUAL_FOLDER = "migrations";

    /** Empty when the bundle has no migrations. */
    static Optional<MigrationHeader> of(String bundle, boolean extension, @Nullable String header) {
        if (header == null) {
            return Optional.empty();
        }
        return Optional.of(parse(header.strip())
                .orElseThrow(() -> new SchemaRefusal(
                        "Bundle " + bundle + " has the header " + NAME + ": " + header
                                + ", which is not of the form namespace;path=folder with one namespace in lower case,"
                                + " and accounts=none after it where the tables hold nothing of accounts.",
                        "Correct the header and build the bundle again"
                                + (extension ? ", or take it out with `svc bundle remove " + bundle + "`" : "")
                                + ".")));
    }

    private static Optional<MigrationHeader> parse(String header) {
        Matcher namespace = NAMESPACE.matcher(header);
        if (!namespace.lookingAt() || namespace.end() > LONGEST) {
            return Optional.empty();
        }
        Map<String, String> found = new HashMap<>();
        Matcher further = FURTHER.matcher(header);
        int end = namespace.end();
        while (further.region(end, header.length()).lookingAt()) {
            for (String name : Set.of("path", "accounts")) {
                String value = further.group(name);
                if (value != null && found.put(name, value) != null) {
                    return Optional.empty();
                }
            }
            end = further.end();
        }
        return end < header.length()
                ? Optional.empty()
                : Optional.of(new MigrationHeader(
                        namespace.group(), found.getOrDefault("path", USUAL_FOLDER), !found.containsKey("accounts")));
    }
}

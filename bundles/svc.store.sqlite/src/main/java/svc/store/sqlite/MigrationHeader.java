package svc.store.sqlite;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The manifest header {@code Svc-Migrations: namespace;path=folder}.
 *
 * @param namespace lower case, parts joined by dots or hyphens
 * @param folder where the scripts are in the jar, without slashes around it
 */
record MigrationHeader(String namespace, String folder) {

    /** The header's name. */
    static final String NAME = "Svc-Migrations";

    private static final Pattern FORM =
            Pattern.compile("([a-z][a-z0-9]*(?:[.-][a-z0-9]+)*)(?:\\s*;\\s*path\\s*=\\s*(\"?)/?([A-Za-z0-9_.-]+"
                    + "(?:/[A-Za-z0-9_.-]+)*)/?\\2)?");
    private static final int LONGEST = 64;
    private static final String USUAL_FOLDER = "migrations";

    /** Empty when the bundle has no migrations. */
    static Optional<MigrationHeader> of(String bundle, boolean extension, @Nullable String header) {
        if (header == null) {
            return Optional.empty();
        }
        Matcher parts = FORM.matcher(header.strip());
        if (!parts.matches() || parts.group(1).length() > LONGEST) {
            throw new SchemaRefusal(
                    "Bundle " + bundle + " has the header " + NAME + ": " + header
                            + ", which is not of the form namespace;path=folder with one namespace in lower case.",
                    "Correct the header and build the bundle again"
                            + (extension ? ", or take it out with `svc bundle remove " + bundle + "`" : "") + ".");
        }
        return Optional.of(new MigrationHeader(
                parts.group(1), Optional.ofNullable(parts.group(3)).orElse(USUAL_FOLDER)));
    }
}

package svc.launcher.framework;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Translates the resolution errors of the framework for operators. */
final class ResolutionErrors {

    /**
     * The form of the message for a missing requirement, for example {@code missing requirement [a.bundle [7](R 7.0)]
     * osgi.wiring.package; (&(osgi.wiring.package=a.b)(version>=1.0.0))}.
     */
    private static final Pattern MISSING =
            Pattern.compile("missing requirement \\[.+?\\(R [0-9.]+\\)\\] ([\\w.]+); \\S*?\\(\\1=([^)]+)\\)");

    private ResolutionErrors() {}

    /** Returns the requirement at the end of a chain of missing requirements; empty for any other message. */
    static Optional<String> words(String message) {
        int summary = message.indexOf(" Unresolved requirements:");
        Matcher missing = MISSING.matcher(summary < 0 ? message : message.substring(0, summary));
        String words = "";
        while (missing.find()) {
            String what = missing.group(1).replaceFirst("^osgi\\.(wiring\\.)?", "");
            words = "it needs the " + what + " " + missing.group(2) + ", which no bundle of the distribution has";
        }
        return Optional.of(words).filter(found -> !found.isEmpty());
    }
}

package svc.extensions.status;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;

/** Describes the innermost cause of a failure in a short phrase without package names, stack traces and line feeds. */
public final class Causes {

    private static final int LONGEST = 300;

    private Causes() {}

    public static String brief(Throwable failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Throwable root = failure;
        while (root.getCause() != null && seen.add(root)) {
            root = root.getCause();
        }
        return phrase(
                root.getClass().getName(),
                Optional.ofNullable(root.getMessage()).orElse(""));
    }

    /** Describes the cause in a printed stack trace. The component runtime keeps only this text, not the exception. */
    public static String brief(String trace) {
        String line = trace.lines().findFirst().orElse("");
        for (String candidate : trace.lines().toList()) {
            if (candidate.startsWith("Caused by: ")) {
                line = candidate.substring("Caused by: ".length());
            }
        }
        int colon = line.indexOf(':');
        return colon < 0 ? phrase(line, "") : phrase(line.substring(0, colon), line.substring(colon + 1));
    }

    private static String phrase(String className, String message) {
        String kind = className.substring(className.lastIndexOf('.') + 1).trim();
        String text = message.lines().findFirst().orElse("").trim();
        String phrase = text.isEmpty() ? kind : kind + ": " + text;
        return phrase.length() <= LONGEST ? phrase : phrase.substring(0, LONGEST) + "…";
    }
}

package svc.api.health;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A result of a health check.
 *
 * @param check the name of the check, lower case with hyphens: {@code database-durability}
 * @param status the status
 * @param detail one sentence that describes the result, without secrets
 * @param facts measured values: text, numbers and booleans; can be empty
 * @param remedy one sentence that describes the remedy; empty if none is needed
 */
public record Finding(String check, Status status, String detail, Map<String, Object> facts, Optional<String> remedy) {

    private static final int MOST_NAMES = 5;

    /** Returns a finding with {@link Status#OK}. */
    public static Finding ok(String check, String detail) {
        return new Finding(check, Status.OK, detail, Map.of(), Optional.empty());
    }

    /** Returns a finding with {@link Status#WARN}. */
    public static Finding warn(String check, String detail, String remedy) {
        return new Finding(check, Status.WARN, detail, Map.of(), Optional.of(remedy));
    }

    /** Returns a finding with {@link Status#FAIL}. */
    public static Finding fail(String check, String detail, String remedy) {
        return new Finding(check, Status.FAIL, detail, Map.of(), Optional.of(remedy));
    }

    /** Returns a finding with {@link Status#SKIPPED}. */
    public static Finding skipped(String check, String detail) {
        return new Finding(check, Status.SKIPPED, detail, Map.of(), Optional.empty());
    }

    /** Returns a copy with the given measured values. */
    public Finding with(Map<String, Object> measured) {
        return new Finding(check, status, detail, measured, remedy);
    }

    /** Returns the first five names, and the number of the others, for the detail of a finding. */
    public static String names(List<String> all) {
        String first = all.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
        return all.size() > MOST_NAMES ? first + " and " + (all.size() - MOST_NAMES) + " more" : first;
    }

    /** The status of a finding. */
    public enum Status {
        /** No problem was found. */
        OK,
        /** The checked part works, but the operator should look at the detail. */
        WARN,
        /** The checked part does not work. */
        FAIL,
        /** Nothing was measured. */
        SKIPPED;

        /** Returns the name of the status in JSON. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}

package svc.api.health;

import java.util.Map;
import java.util.Optional;

/**
 * What a check found.
 *
 * @param check the name of the check, lower case with hyphens: {@code database-durability}
 * @param status how it is
 * @param detail one sentence, never with a secret
 * @param facts measured values: text, numbers and booleans; may be empty
 * @param remedy one sentence that says what to do; empty when there is nothing to do
 */
public record Finding(String check, Status status, String detail, Map<String, Object> facts, Optional<String> remedy) {

    /** All is well. */
    public static Finding ok(String check, String detail) {
        return new Finding(check, Status.OK, detail, Map.of(), Optional.empty());
    }

    /** It works, but somebody should look. */
    public static Finding warn(String check, String detail, String remedy) {
        return new Finding(check, Status.WARN, detail, Map.of(), Optional.of(remedy));
    }

    /** It does not work. */
    public static Finding fail(String check, String detail, String remedy) {
        return new Finding(check, Status.FAIL, detail, Map.of(), Optional.of(remedy));
    }

    /** Nothing was measured. */
    public static Finding skipped(String check, String detail) {
        return new Finding(check, Status.SKIPPED, detail, Map.of(), Optional.empty());
    }

    /** The same finding with measured values. */
    public Finding with(Map<String, Object> measured) {
        return new Finding(check, status, detail, measured, remedy);
    }

    /** How it is. */
    public enum Status {
        /** All is well. */
        OK,
        /** It works, but somebody should look. */
        WARN,
        /** It does not work. */
        FAIL,
        /** Nothing was measured. */
        SKIPPED
    }
}

package svc.api.jmap;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An argument of objects to make, each under its creation id (RFC 8620 §5.3). Threading: without state. */
public final class NewObjects {

    /** RFC 8620 §1.2. */
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,255}");

    private static final int SHOWN = 60;

    private NewObjects() {}

    /**
     * The objects by their creation ids, in the order in which they were sent.
     *
     * @param argument the name of the argument
     * @param given what was sent in it
     * @throws MethodError a creation id is none, or a member is no object
     */
    public static Map<String, Map<String, @Nullable Object>> of(String argument, Map<String, @Nullable Object> given) {
        Map<String, Map<String, @Nullable Object>> objects = new LinkedHashMap<>();
        given.forEach((key, value) -> {
            if (!ID.matcher(key).matches()) {
                throw MethodError.invalidArguments("The creation id \"" + shown(key) + "\" in the argument " + argument
                        + " is none: it takes 1 to 255 letters, digits, - and _.");
            }
            objects.put(key, object(argument, value));
        });
        return objects;
    }

    /**
     * The same, of not too many.
     *
     * @param most how many there may be
     * @throws MethodError there are more, a creation id is none, or a member is no object
     */
    public static Map<String, Map<String, @Nullable Object>> of(
            String argument, Map<String, @Nullable Object> given, long most) {
        Map<String, Map<String, @Nullable Object>> objects = of(argument, given);
        if (objects.size() > most) {
            throw new MethodError(
                    "requestTooLarge", "The argument " + argument + " may have " + most + " members at most.");
        }
        return objects;
    }

    /**
     * One member that must be an object.
     *
     * @throws MethodError it is none
     */
    @SuppressWarnings("unchecked") // what the reader of JSON makes has texts as keys
    public static Map<String, @Nullable Object> object(String argument, @Nullable Object member) {
        if (member instanceof Map<?, ?> map) {
            return (Map<String, @Nullable Object>) map;
        }
        throw MethodError.invalidArguments("Each member of the argument " + argument + " must be an object.");
    }

    private static String shown(String key) {
        String plain = key.replaceAll("\\p{Cntrl}", "?");
        return plain.length() <= SHOWN ? plain : plain.substring(0, SHOWN) + "…";
    }
}

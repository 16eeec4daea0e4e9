package svc.api.jmap;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads an argument that maps creation ids to objects to create (RFC 8620 §5.3). Thread-safe: stateless. */
public final class CreateArgument {

    /** The characters of an id (RFC 8620 §1.2). */
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,255}");

    private static final int SHOWN = 60;

    private CreateArgument() {}

    /**
     * Returns the objects by creation id, in the order in which the client sent them.
     *
     * @param argument the name of the argument
     * @param given the value of the argument
     * @throws MethodError if a creation id is invalid or a member is not an object
     */
    public static Map<String, Map<String, @Nullable Object>> parse(
            String argument, Map<String, @Nullable Object> given) {
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
     * Returns the objects by creation id, and limits their number.
     *
     * @param argument the name of the argument
     * @param given the value of the argument
     * @param most the maximum number of objects
     * @throws MethodError if there are too many objects, a creation id is invalid, or a member is not an object
     */
    public static Map<String, Map<String, @Nullable Object>> parse(
            String argument, Map<String, @Nullable Object> given, long most) {
        Map<String, Map<String, @Nullable Object>> objects = parse(argument, given);
        if (objects.size() > most) {
            throw new MethodError(
                    "requestTooLarge", "The argument " + argument + " may have " + most + " members at most.");
        }
        return objects;
    }

    /**
     * Returns a member of the argument as an object.
     *
     * @throws MethodError if the member is not an object
     */
    @SuppressWarnings("unchecked") // the JSON reader creates maps with strings as keys
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

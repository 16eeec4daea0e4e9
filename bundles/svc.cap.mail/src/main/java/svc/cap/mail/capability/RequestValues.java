package svc.cap.mail.capability;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;

/** Reads the Boolean values of arguments and filter conditions. */
public final class RequestValues {

    private RequestValues() {}

    /** Returns an argument that is false if it is absent. Throws a {@link MethodError} if it is not a Boolean. */
    public static boolean argument(Map<String, @Nullable Object> arguments, String argument) {
        Object value = arguments.get(argument);
        if (value == null || value instanceof Boolean) {
            return Boolean.TRUE.equals(value);
        }
        throw MethodError.invalidArguments("The argument " + argument + " must be true or false.");
    }

    /** Returns the value of a filter condition. Throws a {@link MethodError} if it is not a Boolean. */
    public static boolean condition(String name, @Nullable Object value) {
        if (value instanceof Boolean bool) {
            return bool;
        }
        throw wrongType(name);
    }

    public static MethodError wrongType(String name) {
        return MethodError.invalidArguments("The value of the filter condition " + name + " has the wrong type.");
    }
}

package svc.api.jmap;

import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;

/**
 * The method call on whose behalf objects are read, changed or queried.
 *
 * @param caller the caller of the method
 * @param reach the account as accessible to the caller
 * @param extraArguments the arguments that {@code TypeDescriptor.extraArguments} adds to the method; omitted arguments
 *     are absent
 * @param visibility whether the data of a capability in the account is visible to the call: the request uses the
 *     capability, and the account offers it
 */
public record CallContext(
        Caller caller,
        AccessibleAccount reach,
        Map<String, @Nullable Object> extraArguments,
        Predicate<String> visibility) {

    /**
     * Returns an extra argument that is true or false; false if it is omitted.
     *
     * @throws MethodError {@code invalidArguments} if it has another type
     */
    public boolean flag(String argument) {
        return ValueReader.ARGUMENTS.flag(argument, extraArguments.get(argument));
    }

    /** Returns whether the data of a capability in the account is visible to the call. */
    public boolean isVisible(String capability) {
        return visibility.test(capability);
    }
}

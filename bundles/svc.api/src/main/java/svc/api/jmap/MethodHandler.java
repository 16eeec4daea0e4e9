package svc.api.jmap;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Handles one method, such as {@code Todo/archive}. Register it as a service. A handler of the bundle that also
 * provides the type may replace one of the standard methods of the type. Otherwise the first handler of a method stays,
 * and the second is rejected with a log message.
 *
 * <p>The arguments of a call are bound to the record {@code A} by the rules of {@link svc.api.json.Json}: a component
 * that is neither {@code @Nullable} nor {@code Optional} is required, and an unknown argument is rejected.
 *
 * <p>Threading: called concurrently, on the threads of the requests. When the service is unregistered, running calls
 * may finish.
 *
 * @param <A> the record of the arguments
 * @param <R> the response: a record, a map of plain values, or a {@link svc.api.json.JsonWritable}
 */
@ConsumerType
public interface MethodHandler<A extends Record, R> {

    /** Returns the name of the method. */
    String method();

    /** Returns the URN of the capability that a request must use. */
    String capability();

    /** Returns the record class of the arguments; by default the class that the handler declares as {@code A}. */
    @SuppressWarnings("unchecked") // The type argument is A.
    default Class<A> argumentsType() {
        for (Class<?> type = getClass(); type != null; type = type.getSuperclass()) {
            for (Type declared : type.getGenericInterfaces()) {
                if (declared instanceof ParameterizedType handler
                        && handler.getRawType() == MethodHandler.class
                        && handler.getActualTypeArguments()[0] instanceof Class<?> arguments) {
                    return (Class<A>) arguments;
                }
            }
        }
        throw new IllegalStateException(getClass().getName() + " must override argumentsType");
    }

    /**
     * Returns whether the method can be called in an account of which only some containers, such as mailboxes, are
     * shared with the caller. The method must then treat the data outside these containers as if it did not exist. By
     * default, clients cannot call the method in such accounts.
     */
    default boolean supportsSharedContainers() {
        return false;
    }

    /**
     * Handles a call.
     *
     * @throws MethodError if the call fails; it has changed nothing
     */
    R handle(MethodCall call, A arguments);
}

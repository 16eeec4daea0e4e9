package svc.api.jmap;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Answers one method, {@code Todo/archive}. Register it as a service. A handler of the bundle that also brings the type may
 * take the place of one of the type's derived methods; in any other case the first handler of a method stays, and the second
 * is refused in words.
 *
 * <p>The arguments of a call are bound to the record {@code A} by the rules of {@link svc.api.json.Json}: a component that is
 * neither {@code @Nullable} nor {@code Optional} must be given, an unknown argument is refused.
 *
 * <p>Threading: on the thread of the request, several at once. Lifecycle: when the service goes, calls in flight are let end.
 *
 * @param <A> the record of arguments
 * @param <R> the answer: a record, a map of plain values, or a {@link svc.api.json.JsonWritable}
 */
@ConsumerType
public interface MethodHandler<A extends Record, R> {

    /** The method's name. */
    String method();

    /** The URN of the capability that a request must use. */
    String capability();

    /** The record of arguments. */
    Class<A> arguments();

    /**
     * Answers a call.
     *
     * @throws MethodError the call fails with this error, and nothing has been changed
     */
    R handle(Call call, A arguments);
}

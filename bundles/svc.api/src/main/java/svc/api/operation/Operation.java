package svc.api.operation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a public method of an {@link OperationGroup} as an action of an operator. From the declaration, the server
 * derives the command {@code svc NOUN VERB}, the routes under {@code /admin/v1} and the Gogo command.
 *
 * <p>The parameters of the method are the arguments: {@code quotaBytes} is {@code quota_bytes} in JSON and
 * {@code --quota-bytes} on the command line. Compile the bundle with {@code javac -parameters}. A parameter
 * that is a record stands for its components: each of them is an argument, see {@link PageRequest}. These types are
 * allowed:
 * <ul>
 * <li>{@code String}, {@code boolean}, {@code int}, {@code long}, their boxes, {@link java.nio.file.Path}, and enums,
 * with their constants in lower case with hyphens;
 * <li>{@code List<String>}: the flag can be repeated and is in the singular, see {@link Singular};
 * <li>{@code Map<String, String>} and {@code Map<String, Object>}: {@code --name key=value}. For the
 * latter the command line converts values that are written as a number, a boolean, null or a list, and JSON allows any
 * value, including null;
 * <li>a {@code List} of records: JSON on standard input with {@code --name-stdin}. A {@code List<Object>} contains
 * plain values that the operation converts itself.
 * </ul>
 *
 * <p>See also {@link Positional}, {@link Default}, {@link Secret}, {@link Named} and {@link Help}. An omitted argument is {@code null}
 * if its type has JSpecify's {@code @Nullable}, empty if it is a list or map, and false if it is a {@code boolean}. All
 * other arguments are required unless they have a {@link Default}. The names {@code json}, {@code home}, {@code url},
 * {@code token_file}, {@code set} and {@code help} are reserved for the command line.
 *
 * <p>An integer whose name ends in {@code Bytes} is a size: the command line accepts {@code 2GB} and prints
 * {@code 1.9 GB}. JSON contains the plain number.
 *
 * <p>The method can have three more parameters: an {@link AuditRecorder}, with which it writes the audit entry in its own
 * transaction (without it the server writes the entry after the run), a {@link Progress}, for a long operation, and the
 * {@link svc.api.audit.Actor} who runs it.
 *
 * <p>The method returns a record, a {@code List} of records (printed as a JSON array), or an {@link OperationResult}
 * with one of these. The components of the result are printed in snake_case, as JSON or as a table. A component that is
 * {@code null} is omitted. The types of the arguments and the result need not be public or exported. A method that
 * rejects the run throws {@link OperationException} and has changed nothing.
 *
 * <p>A declaration that violates these rules, or whose noun and verb or route is already registered, is rejected. The
 * rejection is logged, and the doctor reports it under {@code operations}.
 *
 * <p>Threading: the method is called concurrently on the threads of requests and commands. Lifecycle: offered while the
 * group is registered as a service.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Operation {

    /** The noun and the verb in lower case: {@code bundle list}. Only the noun if it suffices: {@code version}. */
    String command();

    /** One sentence for {@code svc help}, without a full stop. */
    String help();

    /**
     * The REST routes: method, path below {@code /admin/v1}, and the status of a successful response unless it is 200.
     * A segment of the path in braces is an argument: {@code GET /tenants/{id}}, {@code POST /tenants 201}. Remote
     * commands use the first route.
     */
    String[] routes() default {};

    /** The resources that the command needs. */
    Needs needs() default Needs.SERVER;

    /**
     * Whether the operation changes nothing, so that a run writes no audit entry. The server also assumes this of an
     * operation whose routes are all GET, whose verb is {@code list}, or which needs only {@link Needs#FILES}.
     */
    boolean readOnly() default false;

    /** The text that is printed for people if the result is an empty list. */
    String emptyMessage() default "none";

    /**
     * The resources that a command needs. A command that does not need the server also runs while the server is down.
     */
    enum Needs {
        /** The running server. */
        SERVER,
        /**
         * The lock of the home. While the server is down the command runs in a process of its own, without listeners
         * and with the store closed. Use this for an operation that must work on a database that the server rejects at
         * a start.
         */
        HOME,
        /**
         * The lock of the home and the store. While the server is down the configuration must be valid, and pending
         * migrations run before the method under the same rules as at a start.
         */
        STORE,
        /**
         * Only files, without the lock: the command runs in a process of its own, beside a running server or without
         * one.
         */
        FILES
    }
}

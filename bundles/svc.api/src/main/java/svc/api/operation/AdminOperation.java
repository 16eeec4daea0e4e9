package svc.api.operation;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * One thing an operator can do or ask, declared once. Register it as a service; the server derives from it the route under
 * {@code /admin/v1} (where {@link #routes()} names one), the command {@code svc NOUN VERB} and the Gogo command.
 *
 * <p>The components of {@code A} are the arguments: {@code quotaBytes} is {@code quota_bytes} in JSON and
 * {@code --quota-bytes} on the command line. A component may be a {@code String}, {@code boolean}, {@code int},
 * {@code long}, their boxes, {@link java.nio.file.Path}, an enum (its constants in lower case with hyphens), a
 * {@code List<String>} (the flag repeats, in the singular; see {@link Singular}), a {@code Map<String, String>} or
 * {@code Map<String, Object>} ({@code --name key=value}; of objects it holds texts then, and in JSON whatever was sent, also
 * null) or a {@code List} of records (JSON on standard input, {@code --name-stdin}); see {@link Positional}, {@link Default}, {@link Secret} and {@link Help}. A component that is
 * JSpecify's {@code @Nullable} may be left out and is then {@code null}; a list or a map that is left out is empty, a
 * {@code boolean} is false; any other must be given unless it has a {@link Default}. The names {@code json}, {@code home},
 * {@code url}, {@code token_file}, {@code set} and {@code help} belong to the command line itself.
 *
 * <p>The components of the result are printed in snake_case, as JSON or as a table; a component that is {@code null} is left
 * out. What the result holds need not be public: the records of a bundle that exports nothing will do.
 *
 * <p>A declaration that breaks these rules, or that says the noun and verb or the route of one that is there already, is
 * refused: it is logged, and the doctor shows it under {@code operations}.
 *
 * <p>Threading: {@link #run} is called on the thread of the request or of the command, several at once. Lifecycle: offered
 * while the service is registered.
 *
 * @param <A> the record of arguments
 * @param <R> the record of the result, or a {@code List} of records, printed as a JSON array
 */
@ConsumerType
public interface AdminOperation<A extends Record, R> {

    /** What the operation is about: {@code bundle}, {@code logs}, {@code doctor}. Lower case. */
    String noun();

    /** What it does: {@code list}, {@code install}. Empty when the noun says it all, as in {@code svc version}. */
    default String verb() {
        return "";
    }

    /** One sentence for {@code svc help}, without a full stop. */
    String help();

    /** The REST routes, where the specification lists one; the first is the one that remote commands take. */
    default List<Route> routes() {
        return List.of();
    }

    /** The record whose components are the arguments. */
    Class<A> arguments();

    /**
     * Does it.
     *
     * @throws OperationProblem when it is refused; then nothing was changed
     */
    R run(A arguments);

    /**
     * Does it, and leaves the entry in the audit together with it. What leaves none has one left afterwards, when it has ended;
     * so has what is refused.
     */
    default R run(A arguments, Trace trace) {
        return run(arguments);
    }

    /** The same for what takes long: it tells now and then how far it is. */
    default R run(A arguments, Trace trace, Progress progress) {
        return run(arguments, trace);
    }

    /**
     * Whether it changes something, so that each run leaves an entry in the audit. It does unless it says that it is lock-free
     * or all of its routes are GET, or its verb is {@code list}; one that only looks and is none of these says so here.
     */
    default boolean changes() {
        boolean read = !routes().isEmpty()
                && routes().stream().allMatch(route -> route.method().equals("GET"));
        return !read && !lockFree() && !verb().equals("list");
    }

    /** The exit code of the command for this result; 0 unless the operation says otherwise. */
    default int exit(R result) {
        return 0;
    }

    /** What a person reads where the result is a list without an entry. */
    default String whenEmpty() {
        return "none";
    }

    /**
     * Whether the command also works while the server is down. Then it runs in a process of its own that holds the home's
     * lock (or none, see {@link #lockFree()}), with no listener open and the store closed (unless {@link #needsStore()}).
     */
    default boolean offline() {
        return false;
    }

    /**
     * Whether the command needs the store. While the server is down the configuration must then be in order, pending
     * migrations are run by the same rules as at a start (all or nothing; what would refuse the start refuses the command),
     * and the store is opened before {@link #run} is called. An operation that only looks at files, or that must work on a
     * database that a start refuses, does not say so. A running server has the store open in any case.
     */
    default boolean needsStore() {
        return false;
    }

    /**
     * Whether the command only looks, so that it can run in a process of its own, beside a running server or without
     * one, and takes no lock. Not together with {@link #needsStore()}.
     */
    default boolean lockFree() {
        return false;
    }
}

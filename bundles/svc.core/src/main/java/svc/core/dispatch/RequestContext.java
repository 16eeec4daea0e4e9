package svc.core.dispatch;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.jmap.MethodError;
import svc.api.time.Clock;

/** The state shared by the calls of one request. Not thread-safe: only for the thread of the request. */
public final class RequestContext {

    private final Caller caller;
    private final Directory directory;
    private long version;
    private final Catalogue catalogue;
    private final Set<String> using;
    private final Clock clock;
    private final long deadline;
    private final Map<String, String> createdIds = new LinkedHashMap<>();
    private final Map<Class<?>, Object> shared = new HashMap<>();
    private final Map<String, Result> results = new HashMap<>();
    private final ResultReferenceBudget referenceBudget = new ResultReferenceBudget();

    public RequestContext(
            Caller caller, Directory directory, Catalogue catalogue, Set<String> using, Clock clock, long deadline) {
        this.caller = caller;
        this.directory = directory;
        this.version = directory.version(caller.account().organization());
        this.catalogue = catalogue;
        this.using = using;
        this.clock = clock;
        this.deadline = deadline;
    }

    /**
     * The response to an earlier call.
     *
     * @param method the name in the response: the method, or {@code error}
     * @param json the arguments of the response; empty for a call that no other call refers to
     */
    record Result(String method, List<byte[]> json) {}

    public Caller caller() {
        return caller;
    }

    Catalogue catalogue() {
        return catalogue;
    }

    Set<String> using() {
        return using;
    }

    /** Returns the object of this type that the calls share. */
    <T> T shared(Class<T> type, Supplier<T> factory) {
        return type.cast(shared.computeIfAbsent(type, any -> factory.get()));
    }

    public Map<String, String> createdIds() {
        return createdIds;
    }

    Map<String, Result> results() {
        return results;
    }

    ResultReferenceBudget referenceBudget() {
        return referenceBudget;
    }

    /** Checks before each call that the deadline has not passed and that the caller may still use the account. */
    void checkBeforeCall() {
        long now = directory.version(caller.account().organization());
        if (now != version) {
            if (!directory.isActive(caller)) {
                throw new MethodError("forbidden", "The device session has ended. Sign in again.");
            }
            version = now;
        }
        checkDeadline();
    }

    /**
     * Checks only the deadline. Inside a store snapshot the caller must not be checked: the check would use the data at
     * the start of the snapshot, and its outdated result would be cached.
     */
    void checkDeadline() {
        if (clock.nanos() - deadline > 0) {
            throw new MethodError(
                    "serverUnavailable", "The request exceeded its time limit. Split it into smaller requests.");
        }
    }
}

package svc.core;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.jmap.MethodError;
import svc.api.time.Clock;

/** What the calls of one request share. For the thread of the request. */
final class RunningRequest {

    private final Caller caller;
    private final Directory directory;
    private long version;
    private final Catalogue catalogue;
    private final Set<String> using;
    private final Clock clock;
    private final long deadline;
    private final Map<String, String> createdIds = new LinkedHashMap<>();
    private final Map<String, Result> results = new HashMap<>();
    private final Brought brought = new Brought();

    RunningRequest(
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
     * The answer to an earlier call.
     *
     * @param method the name it came under: that of the method, or {@code error}
     * @param json its arguments; empty for a call that no other refers to
     */
    record Result(String method, List<byte[]> json) {}

    Caller caller() {
        return caller;
    }

    Catalogue catalogue() {
        return catalogue;
    }

    Set<String> using() {
        return using;
    }

    Map<String, String> createdIds() {
        return createdIds;
    }

    Map<String, Result> results() {
        return results;
    }

    Brought brought() {
        return brought;
    }

    /** To be asked before each call: the request may take too long by now, or its caller be nobody any more. */
    void proceed() {
        long now = directory.version(caller.account().organization());
        if (now != version) {
            if (!directory.present(caller)) {
                throw new MethodError("forbidden", "The sign-in has ended. Sign in again.");
            }
            version = now;
        }
        inTime();
    }

    /** The same without a look at the caller: a work inside the store sees who was there when its snapshot began. */
    void inTime() {
        if (clock.nanos() - deadline > 0) {
            throw new MethodError(
                    "serverUnavailable", "The request took too long and was ended here. Ask for less at once.");
        }
    }
}

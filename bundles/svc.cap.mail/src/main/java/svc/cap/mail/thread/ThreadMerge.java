package svc.cap.mail.thread;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.State;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.capability.ThreadType;
import svc.cap.mail.capability.ThreadsCapability;
import svc.cap.mail.email.EmailPropertyValidation;
import svc.cap.mail.table.ThreadAggregate;
import svc.cap.mail.table.ThreadMergeRows;
import svc.cap.mail.table.ThreadRows;
import svc.cap.mail.write.EmailWriteBatch;
import svc.cap.mail.write.ThreadMerger;

/**
 * {@code Thread/merge} (V2-02): merges threads that a client names. The oldest thread survives. The emails of the other
 * threads move to it under new ids (RFC 8621 §3), and later emails for one of these threads go to the survivor.
 */
@Component(service = MethodHandler.class)
public final class ThreadMerge implements MethodHandler<ThreadMerge.Arguments, Map<String, @Nullable Object>> {

    private static final String THREADS = "threadIds";

    private final Store store;
    private final ThreadMerger threadMerger;
    private final JmapLimits limits;

    @Activate
    public ThreadMerge(@Reference Store store, @Reference ThreadMerger threadMerger, @Reference JmapLimits limits) {
        this.store = store;
        this.threadMerger = threadMerger;
        this.limits = limits;
    }

    record Arguments(String accountId, @Nullable String ifInState, Map<String, @Nullable Object> merge) {}

    /** The valid requests and the refusals, by creation id. */
    private record Request(Map<String, Set<Long>> ready, Map<String, @Nullable Object> refused) {}

    /** The result of the transaction: the surviving threads and the refusals, by creation id. */
    private record Result(State before, Map<String, Long> merged, Map<String, @Nullable Object> refused) {}

    @Override
    public String method() {
        return "Thread/merge";
    }

    @Override
    public String capability() {
        return ThreadsCapability.URN;
    }

    @Override
    public Map<String, @Nullable Object> handle(MethodCall call, Arguments arguments) {
        AccessibleAccount accessible = call.account(arguments.accountId(), Access.WRITE);
        Scope scope = call.scope(arguments.accountId(), Access.WRITE);
        Request request = parse(arguments.merge());
        Result result = store.write(
                scope,
                TransactionCallback.named(
                        "svc.cap.mail: merge threads", tx -> mergeAll(call, accessible, arguments, request, tx)));
        if (!result.merged().isEmpty()) {
            threadMerger.finish(scope, call::checkDeadline);
        }
        return store.read(scope, snapshot -> answer(call, accessible, result, snapshot));
    }

    private Request parse(Map<String, @Nullable Object> merge) {
        Request request = new Request(new LinkedHashMap<>(), new LinkedHashMap<>());
        int[] named = {0};
        merge.forEach((key, value) -> {
            if (!(value instanceof Map<?, ?> given)) {
                throw MethodError.invalidArguments(
                        "Each value of the argument merge must be an object with " + THREADS + ".");
            }
            named[0] += given.get(THREADS) instanceof List<?> ids ? ids.size() : 1;
            try {
                request.ready().put(key, threads(given));
            } catch (SetError e) {
                request.refused().put(key, e.members());
            }
        });
        if (named[0] > limits.maxObjectsInSet()) {
            throw new MethodError(
                    "requestTooLarge", "A call can merge at most " + limits.maxObjectsInSet() + " threads.");
        }
        return request;
    }

    private static Set<Long> threads(Map<?, ?> given) {
        EmailPropertyValidation.refuseOthers(given, Set.of(THREADS), "A merge has no property but " + THREADS + ".");
        if (!(given.get(THREADS) instanceof List<?> ids)) {
            throw SetError.invalidProperty(THREADS, THREADS + " must be a list of ids.");
        }
        Set<Long> threads = new LinkedHashSet<>();
        for (Object id : ids) {
            if (!(id instanceof String text)) {
                throw SetError.invalidProperty(THREADS, THREADS + " must be a list of ids.");
            }
            if (!threads.add(ObjectId.parse(ThreadType.LETTER, text).orElseThrow(() -> unknown(text)))) {
                throw SetError.invalidProperty(THREADS, "The thread " + text + " is listed twice.");
            }
        }
        if (threads.size() < 2) {
            throw SetError.invalidProperty(THREADS, "A merge needs at least two threads.");
        }
        return threads;
    }

    private static SetError unknown(String id) {
        return new SetError("notFound", "There is no thread " + id + " in the account.");
    }

    private Result mergeAll(
            MethodCall call, AccessibleAccount accessible, Arguments arguments, Request request, Transaction tx) {
        Result result =
                new Result(tx.state(ThreadType.TYPE), new LinkedHashMap<>(), new LinkedHashMap<>(request.refused()));
        String state = call.formatState(accessible, result.before());
        if (arguments.ifInState() != null && !arguments.ifInState().equals(state)) {
            throw new MethodError("stateMismatch", "The threads have changed; the current state is " + state + ".");
        }
        int limit = ThreadMerger.AT_ONCE;
        for (Map.Entry<String, Set<Long>> one : request.ready().entrySet()) {
            try {
                NavigableSet<Long> threads = existing(tx, one.getValue());
                long survivor = requireNonNull(threads.pollFirst());
                if (!threads.isEmpty()) {
                    EmailWriteBatch batch = threadMerger.batch(tx);
                    limit -= threadMerger.merge(tx, Map.of(survivor, threads), batch, limit);
                    batch.close();
                }
                result.merged().put(one.getKey(), survivor);
            } catch (SetError e) {
                result.refused().put(one.getKey(), e.members());
            }
        }
        return result;
    }

    /**
     * Returns the threads of a request, with each merged thread replaced by its survivor. The result therefore does not
     * depend on the order of the requests of two clients, and a request can be repeated.
     */
    private static NavigableSet<Long> existing(Transaction tx, Set<Long> threads) {
        Map<Long, Long> survivors = ThreadMergeRows.survivors(tx.sql(), threads);
        Map<Long, Long> meant = new LinkedHashMap<>();
        threads.forEach(thread -> meant.put(thread, survivors.getOrDefault(thread, thread)));
        Map<Long, ThreadAggregate> existing = ThreadRows.find(tx.sql(), new HashSet<>(meant.values()));
        meant.forEach((thread, before) -> {
            if (requireNonNull(existing.get(before)).isEmpty()) {
                throw unknown(ObjectId.format(ThreadType.LETTER, thread));
            }
        });
        return new TreeSet<>(meant.values());
    }

    private static Map<String, @Nullable Object> answer(
            MethodCall call, AccessibleAccount accessible, Result result, Snapshot snapshot) {
        Map<Long, List<Long>> members =
                ThreadSource.members(snapshot, new ArrayList<>(result.merged().values()));
        Map<String, @Nullable Object> merged = new LinkedHashMap<>();
        result.merged().forEach((key, thread) -> {
            List<String> emails = members.getOrDefault(thread, List.of()).stream()
                    .map(n -> ObjectId.format(EmailType.LETTER, n))
                    .toList();
            merged.put(key, Map.of("id", ObjectId.format(ThreadType.LETTER, thread), "emailIds", emails));
        });
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", accessible.id());
        answer.put("oldState", call.formatState(accessible, result.before()));
        answer.put("newState", call.formatState(accessible, snapshot.state(ThreadType.TYPE)));
        answer.put("merged", merged.isEmpty() ? null : merged);
        answer.put("notMerged", result.refused().isEmpty() ? null : result.refused());
        return answer;
    }
}

package svc.cap.mail;

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
import svc.api.identity.Reach;
import svc.api.jmap.Call;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.State;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.Writing;

/**
 * {@code Thread/merge} (V2-02): somebody says which threads are one. The oldest stays and takes the messages of the others, which come
 * back under new ids there (RFC 8621 §3); whatever arrives later for one of them goes there as well.
 */
@Component(service = MethodHandler.class)
public final class MergeThreads implements MethodHandler<MergeThreads.Arguments, Map<String, @Nullable Object>> {

    private static final String THREADS = "threadIds";

    private final Store store;
    private final ThreadMerging merging;
    private final JmapLimits limits;

    /** Merges here. */
    @Activate
    public MergeThreads(@Reference Store store, @Reference ThreadMerging merging, @Reference JmapLimits limits) {
        this.store = store;
        this.merging = merging;
        this.limits = limits;
    }

    /** The arguments of the method. */
    record Arguments(String accountId, @Nullable String ifInState, Map<String, @Nullable Object> merge) {}

    /** What is asked for, by creation id: the threads, or why there are none. */
    private record Asked(Map<String, Set<Long>> ready, Map<String, @Nullable Object> refused) {}

    /** What a transaction made of it: the threads that stayed, by creation id. */
    private record Made(State before, Map<String, Long> merged, Map<String, @Nullable Object> refused) {}

    @Override
    public String method() {
        return "Thread/merge";
    }

    @Override
    public String capability() {
        return ThreadsCapability.URN;
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Map<String, @Nullable Object> handle(Call call, Arguments arguments) {
        Reach reach = call.reach(arguments.accountId(), Access.WRITE);
        Scope scope = call.scope(arguments.accountId(), Access.WRITE);
        Asked asked = asked(arguments.merge());
        Made made = store.write(
                scope,
                Writing.named("svc.cap.mail: threads become one", tx -> made(call, reach, arguments, asked, tx)));
        if (!made.merged().isEmpty()) {
            merging.finish(scope, call::proceed);
        }
        return store.read(scope, snapshot -> answer(call, reach, made, snapshot));
    }

    private Asked asked(Map<String, @Nullable Object> merge) {
        Asked asked = new Asked(new LinkedHashMap<>(), new LinkedHashMap<>());
        int[] named = {0};
        merge.forEach((key, value) -> {
            if (!(value instanceof Map<?, ?> given)) {
                throw MethodError.invalidArguments(
                        "Each member of the argument merge must be an object with " + THREADS + ".");
            }
            named[0] += given.get(THREADS) instanceof List<?> ids ? ids.size() : 1;
            try {
                asked.ready().put(key, threads(given));
            } catch (SetError e) {
                asked.refused().put(key, e.members());
            }
        });
        if (named[0] > limits.maxObjectsInSet()) {
            throw new MethodError(
                    "requestTooLarge", "A call may merge " + limits.maxObjectsInSet() + " threads at most.");
        }
        return asked;
    }

    private static Set<Long> threads(Map<?, ?> given) {
        Given.refuseOthers(given, Set.of(THREADS), "What is merged is said by " + THREADS + " alone.");
        if (!(given.get(THREADS) instanceof List<?> ids)) {
            throw SetError.invalidProperty(THREADS, THREADS + " must be a list of ids.");
        }
        Set<Long> threads = new LinkedHashSet<>();
        for (Object id : ids) {
            if (!(id instanceof String text)) {
                throw SetError.invalidProperty(THREADS, THREADS + " must be a list of ids.");
            }
            if (!threads.add(ObjectId.number(MailThread.LETTER, text).orElseThrow(() -> unknown(text)))) {
                throw SetError.invalidProperty(THREADS, "The thread " + text + " is named twice. Name it once.");
            }
        }
        if (threads.size() < 2) {
            throw SetError.invalidProperty(THREADS, "It takes two threads or more to make one of them.");
        }
        return threads;
    }

    private static SetError unknown(String id) {
        return new SetError("notFound", "There is no thread " + id + " in the account.");
    }

    private Made made(Call call, Reach reach, Arguments arguments, Asked asked, Transaction tx) {
        Made made = new Made(tx.state(MailThread.TYPE), new LinkedHashMap<>(), new LinkedHashMap<>(asked.refused()));
        String state = call.text(reach, made.before());
        if (arguments.ifInState() != null && !arguments.ifInState().equals(state)) {
            throw new MethodError("stateMismatch", "The threads changed; the state is " + state + " now.");
        }
        int room = ThreadMerging.AT_ONCE;
        for (Map.Entry<String, Set<Long>> one : asked.ready().entrySet()) {
            try {
                NavigableSet<Long> threads = standing(tx, one.getValue());
                long survivor = requireNonNull(threads.pollFirst());
                if (!threads.isEmpty()) {
                    Booking booking = new Booking(tx);
                    room -= merging.merge(tx, Map.of(survivor, threads), booking, room);
                    booking.close();
                }
                made.merged().put(one.getKey(), survivor);
            } catch (SetError e) {
                made.refused().put(one.getKey(), e.members());
            }
        }
        return made;
    }

    /**
     * The threads that are meant. In place of one that became one with another that one is: so it does not matter in which order two
     * clients say what belongs together, or whether one says it again.
     */
    private static NavigableSet<Long> standing(Transaction tx, Set<Long> threads) {
        Map<Long, Long> survivors = MergedRows.survivors(tx.sql(), threads);
        Map<Long, Long> meant = new LinkedHashMap<>();
        threads.forEach(thread -> meant.put(thread, survivors.getOrDefault(thread, thread)));
        Map<Long, Tally> there = ThreadRows.among(tx.sql(), new HashSet<>(meant.values()));
        meant.forEach((thread, standing) -> {
            if (requireNonNull(there.get(standing)).gone()) {
                throw unknown(ObjectId.text(MailThread.LETTER, thread));
            }
        });
        return new TreeSet<>(meant.values());
    }

    private static Map<String, @Nullable Object> answer(Call call, Reach reach, Made made, Snapshot snapshot) {
        Map<Long, List<Long>> members =
                ThreadSource.members(snapshot, new ArrayList<>(made.merged().values()));
        Map<String, @Nullable Object> merged = new LinkedHashMap<>();
        made.merged().forEach((key, thread) -> {
            List<String> emails = members.getOrDefault(thread, List.of()).stream()
                    .map(n -> ObjectId.text(Email.LETTER, n))
                    .toList();
            merged.put(key, Map.of("id", ObjectId.text(MailThread.LETTER, thread), "emailIds", emails));
        });
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", reach.id());
        answer.put("oldState", call.text(reach, made.before()));
        answer.put("newState", call.text(reach, snapshot.state(MailThread.TYPE)));
        answer.put("merged", merged.isEmpty() ? null : merged);
        answer.put("notMerged", made.refused().isEmpty() ? null : made.refused());
        return answer;
    }
}

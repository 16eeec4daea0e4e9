package svc.cap.mail;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobId;
import svc.api.blob.Blobs;
import svc.api.identity.Access;
import svc.api.identity.Reach;
import svc.api.jmap.Call;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.SetError;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Store;

/**
 * Email/copy (RFC 8621 §4.7, RFC 8620 §5.4): messages of one account come into another, in mailboxes of that one. The bytes go
 * along, so that each account holds its own.
 */
@Component(service = MethodHandler.class)
public final class CopyEmails implements MethodHandler<CopyEmails.Arguments, Map<String, @Nullable Object>> {

    private static final Set<String> MEMBERS = Set.of("id", "mailboxIds", "keywords", "receivedAt");

    private final Store store;
    private final Incoming incoming;
    private final Crossing crossing;
    private final JmapLimits limits;

    /** Copies here. */
    @Activate
    public CopyEmails(
            @Reference Store store,
            @Reference Blobs blobs,
            @Reference Incoming incoming,
            @Reference Arrivals arrivals,
            @Reference JmapLimits limits) {
        this.store = store;
        this.incoming = incoming;
        this.crossing = new Crossing(blobs, arrivals);
        this.limits = limits;
    }

    /** The arguments of the method. */
    record Arguments(
            String fromAccountId,
            @Nullable String ifFromInState,
            String accountId,
            @Nullable String ifInState,
            Map<String, @Nullable Object> create,
            @Nullable Boolean onSuccessDestroyOriginal,
            @Nullable String destroyFromIfInState) {}

    /** A message to copy. */
    private record Original(Email.Placed placed, BlobId blob) {}

    @Override
    public String method() {
        return "Email/copy";
    }

    @Override
    public String capability() {
        return MailCapability.URN;
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Map<String, @Nullable Object> handle(Call call, Arguments arguments) {
        Crossing.Way way = new Crossing.Way(
                call, from(call, arguments.fromAccountId()), call.reach(arguments.accountId(), Access.WRITE));
        if (way.from().account().n() == way.to().account().n()) {
            throw MethodError.invalidArguments("The accounts to copy from and into must not be one.");
        } else if (arguments.create().size() > limits.maxObjectsInSet()) {
            throw new MethodError("requestTooLarge", "There are too many messages to copy in one call.");
        }
        Map<String, Long> numbers = numbers(call, arguments.create());
        Map<Long, Original> originals = store.read(
                call.scope(arguments.fromAccountId(), Access.READ),
                snapshot -> originals(way, arguments, numbers, snapshot));
        Incoming.Batch batch = batch(way, arguments.create(), numbers, originals);
        Incoming.Place place =
                new Incoming.Place(way.to(), call.scope(arguments.accountId(), Access.WRITE), arguments.ifInState());
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("fromAccountId", way.from().id());
        answer.put("accountId", way.to().id());
        answer.putAll(incoming.letIn(call, place, batch));
        if (Boolean.TRUE.equals(arguments.onSuccessDestroyOriginal())) {
            destroyOriginals(way, numbers, batch, arguments.destroyFromIfInState());
        }
        return answer;
    }

    private Incoming.Batch batch(
            Crossing.Way way,
            Map<String, @Nullable Object> create,
            Map<String, Long> numbers,
            Map<Long, Original> originals) {
        Incoming.Batch batch = new Incoming.Batch();
        numbers.forEach((key, n) -> {
            way.call().proceed();
            try {
                Map<?, ?> given = (Map<?, ?>) requireNonNull(create.get(key));
                batch.ready().put(key, entry(way, originals.get(n), given));
            } catch (SetError e) {
                batch.refuse(key, e);
            }
        });
        return batch;
    }

    private static Reach from(Call call, String accountId) {
        try {
            return call.reach(accountId, Access.READ);
        } catch (MethodError e) {
            throw switch (e.type()) {
                case "accountNotFound" -> new MethodError("fromAccountNotFound", null);
                case "accountNotSupportedByMethod" -> new MethodError("fromAccountNotSupportedByMethod", null);
                default -> e;
            };
        }
    }

    private static Map<String, Long> numbers(Call call, Map<String, @Nullable Object> create) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        create.forEach((key, value) -> {
            if (!(value instanceof Map<?, ?> members) || !(members.get("id") instanceof String id)) {
                throw MethodError.invalidArguments(
                        "Each member of the argument create must be an object with the id of the original.");
            }
            numbers.put(key, ObjectId.number(Email.LETTER, call.id(id)).orElse(0));
        });
        return numbers;
    }

    private Map<Long, Original> originals(
            Crossing.Way way, Arguments arguments, Map<String, Long> numbers, Snapshot snapshot) {
        Incoming.demand(way.call(), way.from(), arguments.ifFromInState(), snapshot.state(Email.TYPE));
        Map<Long, Email.Placed> placed = Ledger.placed(snapshot, numbers.values());
        Map<Long, BlobId> bytes = TextRows.blobs(snapshot.sql(), placed.keySet());
        Map<Long, Original> originals = new HashMap<>();
        bytes.forEach((n, blob) -> originals.put(n, new Original(requireNonNull(placed.get(n)), blob)));
        return originals;
    }

    private Email.Entry entry(Crossing.Way way, @Nullable Original original, Map<?, ?> given) {
        if (original == null) {
            throw SetError.notFound();
        }
        Given.refuseOthers(
                given, MEMBERS, "A copy differs from its original in mailboxIds, keywords and receivedAt alone.");
        Set<Long> mailboxes = Given.mailboxes(given.get("mailboxIds"), way.call()::id);
        Set<String> keywords =
                given.get("keywords") == null ? original.placed().keywords() : Given.keywords(given.get("keywords"));
        Instant received = given.get("receivedAt") == null
                ? Instant.ofEpochSecond(original.placed().received())
                : Given.utc("receivedAt", given.get("receivedAt"));
        return new Email.Entry(crossing.arrival(way, original.blob()), mailboxes, keywords, received);
    }

    private static void destroyOriginals(
            Crossing.Way way, Map<String, Long> numbers, Incoming.Batch batch, @Nullable String ifInState) {
        List<String> ids = new ArrayList<>();
        batch.created().keySet().forEach(key -> ids.add(ObjectId.text(Email.LETTER, requireNonNull(numbers.get(key)))));
        Map<String, @Nullable Object> set = new LinkedHashMap<>();
        set.put("accountId", way.from().id());
        set.put("ifInState", ifInState);
        set.put("destroy", ids);
        way.call().then("Email/set", set);
    }
}

package svc.cap.mdn;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobDamaged;
import svc.api.blob.BlobSight;
import svc.api.blob.BlobStore.Stored;
import svc.api.identity.Access;
import svc.api.identity.Reach;
import svc.api.jmap.Call;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.cap.mail.api.MailStore;

/** {@code MDN/parse} (RFC 9007 §2.2): shows blobs as notifications. */
@Component(service = MethodHandler.class)
public final class ParseMdns implements MethodHandler<ParseMdns.Arguments, Map<String, @Nullable Object>> {

    private final Store store;
    private final MailStore mail;
    private final BlobSight sight;
    private final JmapLimits limits;
    private final MdnReading reading = new MdnReading();

    /** Reads them here. */
    @Activate
    public ParseMdns(
            @Reference Store store,
            @Reference MailStore mail,
            @Reference BlobSight sight,
            @Reference JmapLimits limits) {
        this.store = store;
        this.mail = mail;
        this.sight = sight;
        this.limits = limits;
    }

    /** The arguments of the method. */
    record Arguments(String accountId, List<String> blobIds) {}

    @Override
    public String method() {
        return "MDN/parse";
    }

    @Override
    public String capability() {
        return MdnCapability.URN;
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Map<String, @Nullable Object> handle(Call call, Arguments arguments) {
        Reach reach = call.reach(arguments.accountId(), Access.READ);
        if (arguments.blobIds().size() > limits.maxObjectsInGet()) {
            throw new MethodError(
                    "requestTooLarge",
                    "A call may parse " + limits.maxObjectsInGet() + " blobs at most. Parse some at a time.");
        }
        Map<String, ReceivedMdn> read = new LinkedHashMap<>();
        List<String> notParsable = new ArrayList<>();
        List<String> notFound = new ArrayList<>();
        for (String id : new LinkedHashSet<>(arguments.blobIds())) {
            call.proceed();
            Optional<Stored> blob = blob(call, reach, id);
            try {
                Optional<ReceivedMdn> mdn = blob.isEmpty()
                        ? Optional.empty()
                        : reading.read(blob.get()::send, blob.get().size());
                mdn.ifPresentOrElse(one -> read.put(id, one), () -> (blob.isEmpty() ? notFound : notParsable).add(id));
            } catch (BlobDamaged e) {
                notFound.add(id);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", reach.id());
        answer.put("parsed", read.isEmpty() ? null : members(call, arguments.accountId(), read));
        answer.put("notParsable", notParsable.isEmpty() ? null : notParsable);
        answer.put("notFound", notFound.isEmpty() ? null : notFound);
        return answer;
    }

    private Optional<Stored> blob(Call call, Reach reach, String id) {
        try {
            return sight.find(call.caller(), reach, call.id(id));
        } catch (BlobDamaged e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Map<String, Object> members(Call call, String accountId, Map<String, ReceivedMdn> read) {
        Map<String, String> emails =
                store.read(call.scope(accountId, Access.READ), snapshot -> emails(snapshot, read.values()));
        Map<String, Object> parsed = new LinkedHashMap<>();
        read.forEach((id, one) ->
                parsed.put(id, one.members(one.messageId().map(emails::get).orElse(null))));
        return parsed;
    }

    /** The messages that notifications are about, by Message-ID; several with the same one are none. */
    private Map<String, String> emails(Snapshot snapshot, Iterable<ReceivedMdn> all) {
        Set<String> ids = new LinkedHashSet<>();
        all.forEach(one -> one.messageId().ifPresent(ids::add));
        Map<String, String> emails = new HashMap<>();
        for (String id : ids) {
            List<Long> found = mail.named(snapshot, id);
            if (found.size() == 1) {
                emails.put(id, ObjectId.text(MailStore.LETTER, found.get(0)));
            }
        }
        return emails;
    }
}

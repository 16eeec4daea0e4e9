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
import svc.api.blob.BlobAccess;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.CorruptBlobException;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.cap.mail.api.MailStore;

/** Implements {@code MDN/parse} (RFC 9007 §2.2), which parses blobs as MDNs. */
@Component(service = MethodHandler.class)
public final class MdnParse implements MethodHandler<MdnParse.Arguments, Map<String, @Nullable Object>> {

    private final Store store;
    private final MailStore mail;
    private final BlobAccess blobAccess;
    private final JmapLimits limits;
    private final MdnReader reading = new MdnReader();

    @Activate
    public MdnParse(
            @Reference Store store,
            @Reference MailStore mail,
            @Reference BlobAccess blobAccess,
            @Reference JmapLimits limits) {
        this.store = store;
        this.mail = mail;
        this.blobAccess = blobAccess;
        this.limits = limits;
    }

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
    public Map<String, @Nullable Object> handle(MethodCall call, Arguments arguments) {
        AccessibleAccount accessible = call.account(arguments.accountId(), Access.READ);
        if (arguments.blobIds().size() > limits.maxObjectsInGet()) {
            throw new MethodError(
                    "requestTooLarge",
                    "A call can parse at most " + limits.maxObjectsInGet() + " blobs. Split the request.");
        }
        Map<String, ReceivedMdn> read = new LinkedHashMap<>();
        List<String> notParsable = new ArrayList<>();
        List<String> notFound = new ArrayList<>();
        for (String id : new LinkedHashSet<>(arguments.blobIds())) {
            call.checkDeadline();
            Optional<StoredBlob> blob = blob(call, accessible, id);
            try {
                Optional<ReceivedMdn> mdn = blob.isEmpty()
                        ? Optional.empty()
                        : reading.read(blob.get()::send, blob.get().size());
                mdn.ifPresentOrElse(one -> read.put(id, one), () -> (blob.isEmpty() ? notFound : notParsable).add(id));
            } catch (CorruptBlobException e) {
                notFound.add(id);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", accessible.id());
        answer.put("parsed", read.isEmpty() ? null : members(call, arguments.accountId(), read));
        answer.put("notParsable", notParsable.isEmpty() ? null : notParsable);
        answer.put("notFound", notFound.isEmpty() ? null : notFound);
        return answer;
    }

    private Optional<StoredBlob> blob(MethodCall call, AccessibleAccount accessible, String id) {
        try {
            return blobAccess.find(call.caller(), accessible, call.resolveId(id));
        } catch (CorruptBlobException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Map<String, Object> members(MethodCall call, String accountId, Map<String, ReceivedMdn> read) {
        Map<String, String> emails =
                store.read(call.scope(accountId, Access.READ), snapshot -> emails(snapshot, read.values()));
        Map<String, Object> parsed = new LinkedHashMap<>();
        read.forEach((id, one) ->
                parsed.put(id, one.members(one.messageId().map(emails::get).orElse(null))));
        return parsed;
    }

    /** Returns the ids of the original emails by Message-ID. A Message-ID that several emails have is left out. */
    private Map<String, String> emails(Snapshot snapshot, Iterable<ReceivedMdn> all) {
        Set<String> ids = new LinkedHashSet<>();
        all.forEach(one -> one.messageId().ifPresent(ids::add));
        Map<String, String> emails = new HashMap<>();
        for (String id : ids) {
            List<Long> found = mail.named(snapshot, id);
            if (found.size() == 1) {
                emails.put(id, ObjectId.format(MailStore.LETTER, found.get(0)));
            }
        }
        return emails;
    }
}

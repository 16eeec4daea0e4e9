package svc.blobs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
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
import svc.api.blob.BlobId;
import svc.api.blob.OverQuotaException;
import svc.api.blob.StorageFullException;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Directory;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.SetError;
import svc.api.store.MultiScopeCallback;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.blobs.account.BlobRows;
import svc.blobs.account.BlobSharing;
import svc.blobs.account.QuotaEnforcement;
import svc.blobs.account.StoredAccountBlobs;
import svc.blobs.http.BlobProblems;
import svc.blobs.http.DiskFullLog;
import svc.blobs.recovery.BlobRecovery;

/** Implements Blob/copy (RFC 8620 §6.3). The target account then also holds the blob; no bytes are copied. */
@Component(service = MethodHandler.class)
public final class BlobCopy implements MethodHandler<BlobCopy.Arguments, Map<String, @Nullable Object>> {

    private final Store store;
    private final StoredAccountBlobs blobs;
    private final BlobSharing sharing;
    private final BlobRecovery restoration;
    private final Directory directory;
    private final JmapLimits limits;
    private final DiskFullLog space;

    @Activate
    public BlobCopy(
            @Reference Store store,
            @Reference StoredAccountBlobs blobs,
            @Reference QuotaEnforcement allowance,
            @Reference BlobRecovery restoration,
            @Reference Directory directory,
            @Reference JmapLimits limits,
            @Reference DiskFullLog space,
            @Reference Clock clock) {
        this.store = store;
        this.blobs = blobs;
        this.sharing = new BlobSharing(store, allowance, clock);
        this.restoration = restoration;
        this.directory = directory;
        this.limits = limits;
        this.space = space;
    }

    record Arguments(String fromAccountId, String accountId, List<String> blobIds) {}

    @Override
    public String method() {
        return "Blob/copy";
    }

    @Override
    public String capability() {
        return "urn:ietf:params:jmap:core";
    }

    @Override
    public Map<String, @Nullable Object> handle(MethodCall call, Arguments arguments) {
        AccessibleAccount from = directory
                .account(call.caller(), arguments.fromAccountId())
                .orElseThrow(() -> new MethodError("fromAccountNotFound", null));
        AccessibleAccount to = directory
                .account(call.caller(), arguments.accountId())
                .orElseThrow(() -> new MethodError("accountNotFound", null));
        if (from.account().n() == to.account().n()) {
            throw MethodError.invalidArguments("fromAccountId and accountId must be different accounts.");
        } else if (!blobs.mayUpload(to)) {
            throw new MethodError("accountReadOnly", null);
        } else if (arguments.blobIds().size() > limits.maxObjectsInSet()) {
            throw new MethodError("requestTooLarge", "Too many blobs to copy in one call.");
        }
        Copied copied = copy(call, from, to, named(arguments.blobIds()));
        copied.gone().forEach(gone -> blobs.remove(to.account(), gone));
        return answer(arguments, to, copied);
    }

    /**
     * The result of a copy.
     *
     * @param held the blobs that were copied: the target account holds them now
     * @param refused the blobs that exceed the quota of the target account
     * @param gone the unreferenced blobs of the target account that were removed to make room
     */
    private record Copied(Set<BlobId> held, Map<BlobId, OverQuotaException> refused, Set<BlobId> gone) {
        Copied() {
            this(new HashSet<>(), new HashMap<>(), new LinkedHashSet<>());
        }
    }

    private static Set<BlobId> named(List<String> texts) {
        Set<BlobId> ids = new LinkedHashSet<>();
        texts.forEach(text -> BlobId.parse(text).ifPresent(ids::add));
        return ids;
    }

    private Copied copy(MethodCall call, AccessibleAccount from, AccessibleAccount to, Set<BlobId> wanted) {
        Scope source = StoredAccountBlobs.scope(from.account());
        Set<BlobId> seen = store.read(source, snapshot -> blobs.visible(snapshot, call.caller(), from, wanted));
        for (BlobId id : wanted) {
            if (from.isPersonal() && !seen.contains(id)) {
                call.checkDeadline();
                restore(from, id);
            }
        }
        Scope target = StoredAccountBlobs.scope(to.account());
        return store.write(Set.of(source, target), new MultiScopeCallback<Copied>() {
            @Override
            public Copied run(Joint joint) {
                Copied copied = new Copied();
                Set<BlobId> held = blobs.visible(joint.of(source), call.caller(), from, wanted);
                for (BlobRows.BlobSize blob : BlobRows.sizes(joint.of(source).sql(), held)) {
                    hold(joint.of(target), blob, copied);
                }
                return copied;
            }

            private void hold(Transaction tx, BlobRows.BlobSize blob, Copied copied) {
                try {
                    long by = call.caller().account().n();
                    copied.gone().addAll(sharing.hold(tx, to.account(), by, blob));
                    copied.held().add(blob.id());
                } catch (OverQuotaException e) {
                    copied.refused().put(blob.id(), e);
                }
            }

            @Override
            public String name() {
                return "svc.blobs: copy blobs";
            }
        });
    }

    private void restore(AccessibleAccount from, BlobId id) {
        try {
            restoration.restore(from.account(), id);
        } catch (StorageFullException e) {
            space.none(e);
            throw new MethodError("serverUnavailable", BlobProblems.NO_ROOM.detail());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, @Nullable Object> answer(Arguments arguments, AccessibleAccount to, Copied copied) {
        Map<String, Object> done = new LinkedHashMap<>();
        Map<String, Object> refused = new LinkedHashMap<>();
        for (String text : arguments.blobIds()) {
            Optional<BlobId> id = BlobId.parse(text);
            if (id.filter(copied.held()::contains).isPresent()) {
                done.put(text, text);
            } else {
                refused.put(
                        text,
                        id.map(copied.refused()::get)
                                .map(beyond -> SetError.overQuota(beyond.messageFor(to)))
                                .orElseGet(SetError::notFound)
                                .members());
            }
        }
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("fromAccountId", arguments.fromAccountId());
        answer.put("accountId", arguments.accountId());
        answer.put("copied", done.isEmpty() ? null : done);
        answer.put("notCopied", refused.isEmpty() ? null : refused);
        return answer;
    }
}

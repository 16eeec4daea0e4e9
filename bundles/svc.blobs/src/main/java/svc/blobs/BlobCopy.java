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
import svc.api.blob.NoRoom;
import svc.api.blob.OverQuota;
import svc.api.identity.Directory;
import svc.api.identity.Reach;
import svc.api.jmap.Call;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.SetError;
import svc.api.store.JointWriting;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.time.Clock;

/** Blob/copy (RFC 8620 §6.3): another account holds the same bytes from now on; none of them moves. */
@Component(service = MethodHandler.class)
public final class BlobCopy implements MethodHandler<BlobCopy.Arguments, Map<String, @Nullable Object>> {

    private final Store store;
    private final KeptBlobs blobs;
    private final BlobSharing sharing;
    private final Restoration restoration;
    private final Directory directory;
    private final JmapLimits limits;
    private final Space space;

    /** Copies here. */
    @Activate
    public BlobCopy(
            @Reference Store store,
            @Reference KeptBlobs blobs,
            @Reference Allowance allowance,
            @Reference Restoration restoration,
            @Reference Directory directory,
            @Reference JmapLimits limits,
            @Reference Space space,
            @Reference Clock clock) {
        this.store = store;
        this.blobs = blobs;
        this.sharing = new BlobSharing(store, allowance, clock);
        this.restoration = restoration;
        this.directory = directory;
        this.limits = limits;
        this.space = space;
    }

    /** The arguments of the method. */
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
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Map<String, @Nullable Object> handle(Call call, Arguments arguments) {
        Reach from = directory
                .reach(call.caller(), arguments.fromAccountId())
                .orElseThrow(() -> new MethodError("fromAccountNotFound", null));
        Reach to = directory
                .reach(call.caller(), arguments.accountId())
                .orElseThrow(() -> new MethodError("accountNotFound", null));
        if (from.account().n() == to.account().n()) {
            throw MethodError.invalidArguments("The accounts to copy from and into must not be one.");
        } else if (to.readOnly()) {
            throw new MethodError("accountReadOnly", null);
        } else if (arguments.blobIds().size() > limits.maxObjectsInSet()) {
            throw new MethodError("requestTooLarge", "There are too many blobs to copy in one call.");
        }
        Copied copied = copy(call, from, to, named(arguments.blobIds()));
        copied.gone().forEach(gone -> blobs.remove(to.account(), gone));
        return answer(arguments, to, copied);
    }

    /**
     * What became of them.
     *
     * @param held what the account holds now
     * @param refused what it may not keep
     * @param gone what gave way to them
     */
    private record Copied(Set<BlobId> held, Map<BlobId, OverQuota> refused, Set<BlobId> gone) {
        Copied() {
            this(new HashSet<>(), new HashMap<>(), new LinkedHashSet<>());
        }
    }

    private static Set<BlobId> named(List<String> texts) {
        Set<BlobId> ids = new LinkedHashSet<>();
        texts.forEach(text -> BlobId.parse(text).ifPresent(ids::add));
        return ids;
    }

    private Copied copy(Call call, Reach from, Reach to, Set<BlobId> wanted) {
        Scope source = KeptBlobs.scope(from.account());
        Set<BlobId> seen = store.read(source, snapshot -> blobs.seen(snapshot, call.caller(), from, wanted));
        for (BlobId id : wanted) {
            if (from.personal() && !seen.contains(id)) {
                call.proceed();
                restore(from, id);
            }
        }
        Scope target = KeptBlobs.scope(to.account());
        return store.write(Set.of(source, target), new JointWriting<Copied>() {
            @Override
            public Copied in(Joint joint) {
                Copied copied = new Copied();
                Set<BlobId> held = blobs.seen(joint.of(source), call.caller(), from, wanted);
                for (BlobRows.Sized blob : BlobRows.sizes(joint.of(source).sql(), held)) {
                    hold(joint.of(target), blob, copied);
                }
                return copied;
            }

            private void hold(Transaction tx, BlobRows.Sized blob, Copied copied) {
                try {
                    long by = call.caller().account().n();
                    copied.gone().addAll(sharing.hold(tx, to.account(), by, blob));
                    copied.held().add(blob.id());
                } catch (OverQuota e) {
                    copied.refused().put(blob.id(), e);
                }
            }

            @Override
            public String name() {
                return "svc.blobs: copy blobs";
            }
        });
    }

    private void restore(Reach from, BlobId id) {
        try {
            restoration.restore(from.account(), id);
        } catch (NoRoom e) {
            space.none(e);
            throw new MethodError("serverUnavailable", Trouble.NO_ROOM.detail());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, @Nullable Object> answer(Arguments arguments, Reach to, Copied copied) {
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
                                .map(beyond -> SetError.overQuota(beyond.told(to)))
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

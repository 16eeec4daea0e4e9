package org.example.keeps;

import java.util.Map;
import svc.api.blob.BlobId;
import svc.api.blob.Blobs;
import svc.api.blob.Blobs.Owner;
import svc.api.identity.Access;
import svc.api.jmap.Call;
import svc.api.jmap.MethodHandler;
import svc.api.store.Scope;
import svc.api.store.Store;

/** Keep/refer: an object refers to a blob from now on, or not any more. */
public final class Refer implements MethodHandler<Refer.Arguments, Map<String, Object>> {

    private final Store store;
    private final Blobs blobs;

    public Refer(Store store, Blobs blobs) {
        this.store = store;
        this.blobs = blobs;
    }

    public record Arguments(String accountId, String blobId, int n, boolean release) {}

    @Override
    public String method() {
        return "Keep/refer";
    }

    @Override
    public String capability() {
        return Keeps.URN;
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Map<String, Object> handle(Call call, Arguments arguments) {
        Scope scope = call.scope(arguments.accountId(), Access.WRITE);
        BlobId id = BlobId.parse(arguments.blobId()).orElseThrow();
        Owner owner = new Owner("Keep", arguments.n(), 'q');
        boolean done = store.write(scope, tx -> {
            if (arguments.release()) {
                blobs.release(tx, id, owner);
                return true;
            }
            return blobs.refer(tx, id, owner);
        });
        return Map.of("done", done);
    }
}

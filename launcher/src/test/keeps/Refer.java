package org.example.keeps;

import java.util.Map;
import svc.api.blob.BlobId;
import svc.api.blob.AccountBlobs;
import svc.api.blob.AccountBlobs.BlobReference;
import svc.api.identity.Access;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodHandler;
import svc.api.store.Scope;
import svc.api.store.Store;

/** Keep/refer: adds or removes the reference of an object to a blob. */
public final class Refer implements MethodHandler<Refer.Arguments, Map<String, Object>> {

    private final Store store;
    private final AccountBlobs blobs;

    public Refer(Store store, AccountBlobs blobs) {
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
    public Class<Arguments> argumentsType() {
        return Arguments.class;
    }

    @Override
    public Map<String, Object> handle(MethodCall call, Arguments arguments) {
        Scope scope = call.scope(arguments.accountId(), Access.WRITE);
        BlobId id = BlobId.parse(arguments.blobId()).orElseThrow();
        BlobReference owner = new BlobReference("Keep", arguments.n(), 'q');
        boolean done = store.write(scope, tx -> {
            if (arguments.release()) {
                blobs.removeReference(tx, id, owner);
                return true;
            }
            return blobs.addReference(tx, id, owner);
        });
        return Map.of("done", done);
    }
}

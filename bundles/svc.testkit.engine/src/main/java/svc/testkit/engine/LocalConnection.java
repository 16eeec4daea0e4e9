package svc.testkit.engine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Set;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.testkit.engine.server.AddressAuthenticator;

/**
 * The connection of a client with the engine in the same process.
 *
 * @param server the engine
 * @param account the account of the client
 */
record LocalConnection(JmapTestServer server, Account account) implements Connection {

    private Caller caller() {
        return new Caller(account, "test", Caller.CredentialKind.SESSION, "127.0.0.1");
    }

    @Override
    public String authorization() {
        return AddressAuthenticator.SCHEME + account.email();
    }

    @Override
    public byte[] session() {
        return server.engine().session(caller());
    }

    @Override
    public byte[] send(byte[] request) {
        return server.engine().answer(caller(), request);
    }

    @Override
    public Set<String> capabilities() {
        return server.capabilities();
    }

    @Override
    public String upload(byte[] bytes) throws IOException {
        try (BlobStore.BlobWriter blob = server.blobs().newBlob(account)) {
            blob.out().write(bytes);
            blob.out().close();
            return server.blobs().keep(account, blob).toString();
        }
    }

    @Override
    public byte[] download(String blobId) throws IOException {
        BlobStore.StoredBlob blob = BlobId.parse(blobId)
                .flatMap(id -> server.blobs().find(account, id))
                .orElseThrow(() -> new AssertionError("There is no blob " + blobId));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        blob.send(0, blob.size(), out);
        return out.toByteArray();
    }
}

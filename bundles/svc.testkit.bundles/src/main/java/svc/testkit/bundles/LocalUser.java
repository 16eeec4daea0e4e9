package svc.testkit.bundles;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobAccess;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.engine.ScopeKey;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.store.Scope;
import svc.testkit.Eventually;

/**
 * A user of the engine in this process.
 *
 * @param server the server
 * @param account the account
 */
public record LocalUser(BundleServer server, Account account) implements JmapUser {

    @Override
    public String accountId() {
        return account.id();
    }

    @Override
    public String email() {
        return account.email();
    }

    /** Returns the id with which this user addresses the account of another user, who shares data with this user. */
    public String sharedBy(LocalUser owner) {
        return "shared:" + owner.accountId();
    }

    private Caller caller() {
        return new Caller(account, "test", Caller.CredentialKind.SESSION, "127.0.0.1");
    }

    @Override
    public String request(String json) {
        return text(server.engine().answer(caller(), json.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns the session as JSON. */
    public String session() {
        return text(server.engine().session(caller()));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public String upload(byte[] bytes) {
        return uploadTo(this, bytes);
    }

    /** Uploads bytes to the account of another user, who shares data with this user. Returns the blob id. */
    public String uploadTo(LocalUser owner, byte[] bytes) {
        AccountBlobs blobs = server.service(AccountBlobs.class);
        try (BlobWriter blob = blobs.newBlob(owner.account)) {
            try (OutputStream out = blob.out()) {
                out.write(bytes);
            }
            return blobs.keep(owner.account, account, blob).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the bytes of a blob of the own account; empty if this user cannot download it. */
    public Optional<byte[]> download(String blobId) {
        try {
            return server.service(BlobAccess.class)
                    .find(caller(), AccessibleAccount.own(account), blobId)
                    .map(LocalUser::bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the bytes of a blob of another account; empty if this user cannot download it. */
    public Optional<byte[]> download(LocalUser owner, String blobId) {
        Optional<AccessibleAccount> account = server.directory().account(caller(), sharedBy(owner));
        try {
            return account.isEmpty()
                    ? Optional.empty()
                    : server.service(BlobAccess.class)
                            .find(caller(), account.get(), blobId)
                            .map(LocalUser::bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(StoredBlob blob) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            blob.send(0, blob.size(), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Returns the bytes that count against the quota of the account. */
    public long usedBytes() {
        AccountBlobs blobs = server.service(AccountBlobs.class);
        return server.store().read(Scope.account(new ScopeKey(), account.n()), blobs::usedBytes);
    }

    @Override
    public void await(String what, BooleanSupplier condition) {
        Eventually.until(what, condition);
    }
}

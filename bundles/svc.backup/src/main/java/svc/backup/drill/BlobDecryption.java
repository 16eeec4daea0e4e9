package svc.backup.drill;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;
import svc.api.backup.BlobFiles;
import svc.api.backup.BlobFiles.BlobPart;
import svc.api.backup.BlobFiles.TenantBlob;
import svc.api.backup.RestoredStores;
import svc.api.backup.RestoredStores.RestoredStore;
import svc.api.operation.Progress;
import svc.api.store.Scope;
import svc.backup.RunBlobs;
import svc.backup.read.DatabaseCopy;
import svc.backup.read.RunFiles;

/** Decrypts some blobs of a run with the keys of this server, to the last byte: the id of a blob is its hash. */
final class BlobDecryption {

    private static final int BLOBS = 20;

    private final RestoredStores stores;
    private final BlobFiles blobs;
    private final RandomGenerator random;

    BlobDecryption(RestoredStores stores, BlobFiles blobs, RandomGenerator random) {
        this.stores = stores;
        this.blobs = blobs;
        this.random = random;
    }

    /**
     * Decrypts blobs of the packs.
     *
     * @param database the restored database of the run
     * @return the number of blobs
     * @throws svc.api.blob.CorruptBlobException a blob is missing or damaged, or has another key
     */
    int decrypt(Path database, RunFiles files, Progress progress) throws IOException {
        RunBlobs read = new RunBlobs(files, blobs);
        int decrypted = 0;
        try (RestoredStore store = stores.openUnchanged(database)) {
            List<TenantBlob> sample = store.read(Scope.system(), snapshot -> blobs.sample(snapshot, BLOBS, random));
            for (TenantBlob blob : sample) {
                BlobPart part =
                        store.read(Scope.system(), snapshot -> blobs.find(snapshot, blob.organization(), blob.id()));
                read.copy(blob.organization(), blob.id(), part, OutputStream.nullOutputStream());
                DatabaseCopy.tell(progress, ++decrypted, sample.size(), "blobs decrypted");
            }
        }
        return decrypted;
    }
}

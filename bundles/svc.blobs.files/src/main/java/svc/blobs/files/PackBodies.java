package svc.blobs.files;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.CorruptBlobException;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.blobs.files.pack.BodyCheck;
import svc.blobs.files.pack.PackFolder;
import svc.blobs.files.pack.PackReader;
import svc.blobs.files.pack.PackRows;
import svc.blobs.files.pack.PackRows.PackedBlob;
import svc.blobs.files.pack.Place;

/** Reads blobs from packs and decrypts them with the keys of the organizations. Thread-safe. */
final class PackBodies implements BodyCheck {

    private static final int ATTEMPTS = 4;

    private final FileBlobs files;
    private final Store store;
    private final PackFolder folder;
    private final PackReader reader;

    PackBodies(FileBlobs files, Store store, PackFolder folder) {
        this.files = files;
        this.store = store;
        this.folder = folder;
        this.reader = new PackReader(folder);
    }

    PackReader reader() {
        return reader;
    }

    /** Returns the place of a blob. */
    Optional<Place> place(String organization, BlobId id) {
        return store.read(Scope.system(), snapshot -> PackRows.find(snapshot.sql(), organization, id));
    }

    /** Returns the blob of a place. */
    StoredBlob stored(PackedBlob blob) {
        return new BlobFile(
                blob.id(),
                BlobHead.sizeOf(blob.place().length()),
                () -> folder.lastModified(blob.place().pack()),
                new BlobFile.Opening() {
                    @Override
                    public BlobReader open() throws IOException {
                        return openLatest(blob);
                    }

                    @Override
                    public boolean changed() {
                        return !place(blob.organization(), blob.id()).equals(Optional.of(blob.place()));
                    }
                },
                files.tally());
    }

    /** Opens a blob. If the blob was moved or written again meanwhile, opens its new entry. */
    private BlobReader openLatest(PackedBlob blob) throws IOException {
        Place place = blob.place();
        for (int attempt = 1; ; attempt++) {
            try {
                return decrypted(blob, body(blob.id(), place));
            } catch (CorruptBlobException e) {
                Place now = place(blob.organization(), blob.id())
                        .orElseThrow(() -> new NoSuchFileException(blob.id().toString()));
                if (now.equals(place) || attempt == ATTEMPTS) {
                    throw e;
                }
                place = now;
            }
        }
    }

    private byte[] body(BlobId id, Place place) throws IOException {
        try {
            return reader.read(place);
        } catch (NoSuchFileException e) {
            throw new CorruptBlobException(
                    "The file " + folder.path(place.pack()) + " with the blob " + id + " is missing.");
        }
    }

    private BlobReader decrypted(PackedBlob blob, byte[] body) throws IOException {
        return BlobReader.of(body, blob.id(), files.rings(), blob.organization());
    }

    @Override
    public void open(PackedBlob blob, byte[] body) throws IOException {
        decrypted(blob, body).close();
    }

    @Override
    public void verify(PackedBlob blob, byte[] body) throws IOException {
        try (BlobReader opened = decrypted(blob, body)) {
            opened.verify(read -> {});
        }
    }
}

package svc.blobs.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.backup.BlobFiles;
import svc.api.blob.BlobId;
import svc.api.store.Snapshot;
import svc.blobs.files.disk.BlobFolder;
import svc.blobs.files.disk.DurableFiles;
import svc.blobs.files.disk.OrganizationFolder;
import svc.blobs.files.pack.PackEntry;
import svc.blobs.files.pack.PackFolder;
import svc.blobs.files.pack.PackRows;
import svc.blobs.files.pack.Packs;

/** Lists the files of blobs, of their keys, and the packs, and reads blobs from copies of these files. */
@Component
public final class BlobFileList implements BlobFiles {

    private static final int PAGE = 1_000;

    private final BlobFolder blobs;
    private final Packs packs;
    private final KeyRings rings;

    @Activate
    public BlobFileList(@Reference PackedBlobs store) {
        this.blobs = store.files().folder();
        this.packs = store.parts().packs();
        this.rings = store.files().rings();
    }

    @Override
    public void forEach(Consumer consumer) throws IOException {
        packs.seal();
        List<Integer> sealed = packs.folder().numbers();
        for (String organization : blobs.organizations()) {
            OrganizationFolder folder = blobs.of(organization);
            pass(folder.keys(), Kind.KEYS, consumer);
            Optional<BlobId> last = Optional.empty();
            do {
                List<BlobId> page = folder.list(last, PAGE);
                for (BlobId id : page) {
                    pass(folder.file(id), Kind.BLOB, consumer);
                }
                last = page.size() < PAGE ? Optional.empty() : Optional.of(page.get(PAGE - 1));
            } while (last.isPresent());
        }
        PackFolder folder = packs.folder();
        for (int pack : sealed) {
            pass(folder.path(pack), Kind.PACK, consumer);
        }
    }

    private void pass(Path file, Kind kind, Consumer consumer) throws IOException {
        StoredFile found;
        try {
            found = new StoredFile(relative(file), Files.size(file), kind, changed(file));
        } catch (NoSuchFileException e) {
            return; // An erasure deleted the file meanwhile.
        }
        consumer.accept(found);
    }

    private static Instant changed(Path file) throws IOException {
        try {
            return ((FileTime) Files.getAttribute(file, "unix:ctime")).toInstant();
        } catch (UnsupportedOperationException e) {
            return Instant.now(); // Such a file system seems to change each file.
        }
    }

    @Override
    public BlobPart find(Snapshot database, String organization, BlobId id) {
        return PackRows.find(database.sql(), organization, id)
                .map(place -> new BlobPart(
                        relative(packs.folder().path(place.pack())),
                        place.at() + PackEntry.HEADER,
                        OptionalLong.of(place.length())))
                .orElseGet(() -> new BlobPart(relative(blobs.of(organization).file(id)), 0, OptionalLong.empty()));
    }

    @Override
    public List<TenantBlob> sample(Snapshot database, int count, RandomGenerator random) {
        return PackRows.sample(database.sql(), count, random).stream()
                .filter(blob -> Files.exists(blobs.of(blob.organization()).keys()))
                .map(blob -> new TenantBlob(blob.organization(), blob.id()))
                .toList();
    }

    @Override
    public void copy(String organization, BlobId id, SealedBlob sealed, OutputStream out) throws IOException {
        try (BlobReader blob = BlobReader.of(new BackedUpBlob(sealed), id, rings, organization)) {
            blob.range(0, blob.size(), out::write);
        }
    }

    /** A blob in a backup, which its caller closes. */
    private record BackedUpBlob(SealedBlob sealed) implements BlobReader.Source {

        @Override
        public int read(ByteBuffer into, long at) throws IOException {
            return sealed.read(into, at);
        }

        @Override
        public long size() {
            return sealed.size();
        }

        @Override
        public void close() {}
    }

    /** Returns the path below the folder {@code data}. */
    private String relative(Path file) {
        return DurableFiles.parent(blobs.path()).relativize(file).toString().replace('\\', '/');
    }
}

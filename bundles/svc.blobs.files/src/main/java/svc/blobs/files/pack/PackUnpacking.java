package svc.blobs.files.pack;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import svc.blobs.files.pack.PackRows.PackedBlob;

/** Moves blobs from packs to files of their own. Thread-safe. */
public final class PackUnpacking {

    private final Packs packs;
    private final PackReader reader;
    private final PackRemoval removal;
    private final PackCompaction compaction;
    private final Files files;

    PackUnpacking(Packs packs, PackReader reader, PackRemoval removal, PackCompaction compaction, Files files) {
        this.packs = packs;
        this.reader = reader;
        this.removal = removal;
        this.compaction = compaction;
        this.files = files;
    }

    /** Stores the body of an entry, which has the format of a blob file, as a file with a timestamp. */
    public interface Files {
        void adopt(PackedBlob blob, byte[] body, Instant touched) throws IOException;
    }

    /** Stores a blob of a pack in a file. Returns false if the blob was removed or written again meanwhile. */
    public boolean unpack(PackedBlob blob) throws IOException {
        synchronized (removal.moving()) {
            adopt(blob);
            return !removal.remove(() -> List.of(blob), true).isEmpty();
        }
    }

    private void adopt(PackedBlob blob) throws IOException {
        files.adopt(
                blob,
                reader.read(blob.place()),
                packs.folder().lastModified(blob.place().pack()).orElseGet(packs.folder()::now));
    }

    /** Stores all blobs of packs in files, and deletes the packs. Returns the number of blobs. */
    public long unpackAll() throws IOException {
        packs.seal();
        long unpacked = 0;
        for (int pack : packs.sealed()) {
            compaction.retire(pack);
            long portion = 1;
            while (portion > 0) {
                portion = unpackPortion(pack);
                unpacked += portion;
            }
            packs.folder().cut(pack, 0); // A reader of an entry fails instead of finding an old one.
            if (pack != packs.folder().last()) {
                compaction.delete(pack);
            }
        }
        return unpacked;
    }

    /** Unpacks some blobs. Meanwhile no blob is removed: its bytes would be stored again. */
    private int unpackPortion(int pack) throws IOException {
        synchronized (removal.moving()) {
            List<PackedBlob> page = compaction.page(pack);
            for (PackedBlob blob : page) {
                adopt(blob);
            }
            removal.withoutPlaces(page);
            return page.size();
        }
    }
}

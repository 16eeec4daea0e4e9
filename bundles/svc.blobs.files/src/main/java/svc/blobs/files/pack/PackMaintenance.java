package svc.blobs.files.pack;

import java.util.function.BooleanSupplier;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.blobs.files.disk.DiskSpace;

/** The packs of a home and the parts that maintain them. */
public record PackMaintenance(
        Packs packs,
        PackReader reader,
        PackRemoval removal,
        PackIndex index,
        PackCompaction compaction,
        PackUnpacking unpacking,
        PackScrub scrub) {

    /**
     * Creates the packs of a folder, which need not exist.
     *
     * @param held returns whether the files must not be changed now
     */
    public static PackMaintenance of(
            PackFolder folder,
            PackReader reader,
            DiskSpace space,
            BodyCheck check,
            PackUnpacking.Files files,
            Store store,
            BooleanSupplier held) {
        Packs packs = new Packs(
                folder,
                Pack.Disk.of(space),
                () -> store.read(Scope.system(), snapshot -> PackRows.lastPack(snapshot.sql())));
        PackRemoval removal = new PackRemoval(packs, store, held);
        PackIndex index = new PackIndex(packs, reader, check, removal, store);
        PackCompaction compaction = new PackCompaction(packs, reader, removal, index, store, held);
        return new PackMaintenance(
                packs,
                reader,
                removal,
                index,
                compaction,
                new PackUnpacking(packs, reader, removal, compaction, files),
                new PackScrub(packs, reader, check, store));
    }
}

package svc.api.backup;

import java.nio.file.Path;
import java.util.Map;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.Scope;
import svc.api.store.SnapshotCallback;
import svc.api.store.StoreException;

/**
 * Service that opens databases beside the database of the server: those that were restored from a backup, and those that
 * a restore replaced. Thread-safe.
 */
@ProviderType
public interface RestoredStores {

    /**
     * Opens a restored database. A file of an older schema is migrated to the schema of the server first.
     *
     * @param file the file, which nothing else uses. Files with the same name and another ending appear beside it.
     * @throws StoreException of the kind {@link StoreException.Kind#REFUSED} if its schema is newer than that of the
     *     server or cannot be migrated; of another kind if it cannot be read
     */
    RestoredStore open(Path file);

    /**
     * Opens a database as it is, without a migration.
     *
     * @param file the file, which nothing else uses
     * @throws StoreException it cannot be read; also thrown by {@link RestoredStore#read}
     */
    RestoredStore openUnchanged(Path file);

    /** Returns the newest schema version that the server knows of each namespace of the installed bundles. */
    Map<String, Integer> knownSchema();

    /** A database beside that of the server. Thread-safe. */
    @ProviderType
    interface RestoredStore extends AutoCloseable {

        /** Reads one scope, as {@link svc.api.store.Store#read} does. */
        <R> R read(Scope scope, SnapshotCallback<R> work);

        /** Closes the file. */
        @Override
        void close();
    }
}

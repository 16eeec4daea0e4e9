package svc.api.backup;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.store.StoreException;

/**
 * Service that copies the database while the server reads and writes it, for a backup. Thread-safe; one copy is made at a
 * time.
 */
@ProviderType
public interface StoreImages {

    /**
     * Copies the database, as it is at one moment after the call began, to a new file. Writers do not wait for the copy.
     * The call returns when the copy is on the disk.
     *
     * @param folder the folder of the file, which is created if it is missing. Copies that an earlier process left there
     *     are deleted. The start of a server deletes those in {@code data/image}.
     * @throws StoreException of the kind {@link StoreException.Kind#FULL} if the disk has no room for the copy, or if so
     *     much was written meanwhile that the copy was given up; of the kind {@link StoreException.Kind#BUSY} while
     *     another copy is being made
     */
    StoreImage open(Path folder);

    /**
     * Opens a copy that exists, for example one that was restored from a backup. Closing it leaves the file.
     *
     * @throws StoreException the file cannot be read
     */
    StoreImage read(Path file);

    /** A copy of the database. Only one thread may use it at a time. */
    @ProviderType
    interface StoreImage extends AutoCloseable {

        /** Returns the file, which is a complete SQLite database. It must not be changed. */
        Path file();

        /** Returns the size of the file in bytes. */
        long size();

        /** Returns the schema version of each namespace. */
        Map<String, Integer> schema();

        /** Passes what each account contains, in the order of their numbers. The account 0 is the system. */
        void accounts(Consumer<AccountContents> consumer);

        /** Reads the whole file and returns what is damaged; empty if nothing is. */
        List<String> integrity();

        /** Deletes the file that {@link StoreImages#open} created. */
        @Override
        void close();
    }

    /**
     * What an account contains.
     *
     * @param account the number of the account
     * @param epoch the epoch of its states
     * @param nextSequence the sequence number of its next change
     * @param types its types that ever had an object or a change, in the order of their names
     */
    record AccountContents(long account, long epoch, long nextSequence, List<TypeContents> types) {

        /** Copies the list. */
        public AccountContents {
            types = List.copyOf(types);
        }
    }

    /**
     * The objects of a type in an account.
     *
     * @param type the name of the type
     * @param sequence the sequence number of its last change; 0 if none is logged
     * @param objects the number of objects in the change log that exist
     */
    record TypeContents(String type, long sequence, long objects) {}
}

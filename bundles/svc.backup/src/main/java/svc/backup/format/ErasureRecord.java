package svc.backup.format;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import svc.api.identity.Account;
import svc.api.store.ObjectId;
import svc.backup.api.BackupTarget.StoredObject;

/**
 * The record of an account that was erased: a restore erases it again if an earlier run contains it. The number of an
 * account is never given to another one, also not after a restore.
 *
 * @param account the id of the account, which is also the name of the object
 * @param time when its erasure began
 */
public record ErasureRecord(String account, Instant time) {

    /** Stores the record, unless the repository has one of this account. */
    public void write(Repository repository) throws IOException {
        repository.write(Layout.ERASED + account, this);
    }

    /**
     * Reads a record.
     *
     * @throws DamagedObjectException the object is missing, was changed or is malformed
     */
    public static ErasureRecord read(Repository repository, String name) throws IOException {
        ErasureRecord read = repository.read(name, ErasureRecord.class);
        if (!read.account().equals(Layout.id(name))
                || ObjectId.parse(Account.LETTER, read.account()).isEmpty()) {
            throw new DamagedObjectException(name, "is malformed: it names the account \"" + read.account() + "\"");
        }
        return read;
    }

    /**
     * Reads all records of a repository.
     *
     * @throws DamagedObjectException a record cannot be read
     */
    public static List<ErasureRecord> all(Repository repository) throws IOException {
        List<ErasureRecord> all = new ArrayList<>();
        for (StoredObject object : repository.target().list(Layout.ERASED)) {
            if (Layout.isKnown(object.name())) {
                all.add(read(repository, object.name()));
            }
        }
        return all;
    }
}

package svc.backup.api;

import java.io.IOException;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Opens the targets whose locations begin with a scheme, for example {@code s3://bucket/prefix}. A bundle that connects
 * another kind of storage registers it as a service.
 *
 * <p>Threading: thread-safe.
 */
@ConsumerType
public interface TargetFactory {

    /** What a target is opened for. */
    enum Purpose {
        /** To make and manage backups: the storage must protect them as configured. */
        BACKUP,
        /** To restore a backup: the storage need only be readable. */
        RESTORE
    }

    /** Returns the scheme in lower case, for example {@code s3}. */
    String scheme();

    /**
     * Opens a target.
     *
     * @param location the location, with the scheme
     * @throws IOException the target cannot be used; the message has the problem and the remedy for the operator
     */
    BackupTarget open(String location, Purpose purpose) throws IOException;
}

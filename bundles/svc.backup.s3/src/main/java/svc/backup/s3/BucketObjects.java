package svc.backup.s3;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import svc.backup.api.BackupTarget.StoredObject;

/** Finds and deletes the objects of a bucket, which has one or several versions of each. Thread-safe. */
interface BucketObjects {

    /** Returns the objects whose names begin with a prefix, sorted by name. */
    List<StoredObject> list(String prefix) throws IOException;

    /**
     * Returns the version of an object that is to be read; empty for the only or the current one.
     *
     * @throws java.nio.file.NoSuchFileException the object does not exist
     */
    Optional<String> version(String name) throws IOException;

    /** Deletes an object. Does nothing if it does not exist, or if its lock prevents it. */
    void delete(String name) throws IOException;

    /** Removes versions of deleted objects whose locks have ended. */
    void sweep() throws IOException;
}

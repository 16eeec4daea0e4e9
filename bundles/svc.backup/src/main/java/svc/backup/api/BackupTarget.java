package svc.backup.api;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A store of immutable objects with names such as {@code packs/0a1b}. A name consists of one or more segments of ASCII
 * letters, digits, {@code -}, {@code _} and {@code .}, separated by slashes; no segment begins with a dot.
 *
 * <p>Threading: thread-safe, but a single {@link Upload} or stream is used by one thread.
 */
@ConsumerType
public interface BackupTarget {

    /**
     * Begins a new object. The object does not exist before {@link Upload#commit}.
     *
     * @param name the name of the object
     */
    Upload create(String name) throws IOException;

    /**
     * Stores an object unless one of this name exists.
     *
     * @return false if an object of this name exists; it is unchanged
     */
    default boolean put(String name, byte[] content) throws IOException {
        try (Upload upload = create(name)) {
            upload.write(content, 0, content.length);
            return upload.commit();
        }
    }

    /**
     * Opens a part of an object. If the object ends earlier than the part, the stream ends there.
     *
     * @throws java.nio.file.NoSuchFileException the object does not exist
     */
    InputStream read(String name, long offset, long length) throws IOException;

    /** Returns the objects whose names begin with a prefix, sorted by name. An empty prefix selects all objects. */
    List<StoredObject> list(String prefix) throws IOException;

    /** Deletes an object. Does nothing if it does not exist, or if one of the {@link #locks} prevents it. */
    void delete(String name) throws IOException;

    /** Removes the data of uploads that were never committed. The caller is the only writer. */
    void discardUnfinished() throws IOException;

    /** Returns the free space in bytes; empty if it is unknown. */
    OptionalLong freeBytes() throws IOException;

    /** Returns the locks of the objects; empty if the target does not lock objects. */
    default Optional<ObjectLocks> locks() {
        return Optional.empty();
    }

    /** Locks that prevent the deletion of objects for a time, also by others who can write to the storage. */
    @ConsumerType
    interface ObjectLocks {

        /** Returns whether a lock prevents the deletion of an object at present; false if it does not exist. */
        boolean isLocked(String name) throws IOException;

        /**
         * Prolongs the locks of objects which end before the retention of the target and an interval are over.
         *
         * @param interval the time until the next call for objects that are still in use
         */
        void prolong(Collection<String> names, Duration interval) throws IOException;
    }

    /**
     * An object of the target.
     *
     * @param name its name
     * @param size its length in bytes
     */
    record StoredObject(String name, long size) {}

    /** An object that is being written. */
    @ConsumerType
    interface Upload extends Closeable {

        /** Appends bytes. */
        void write(byte[] bytes, int offset, int length) throws IOException;

        /**
         * Stores the object durably unless one of this name exists.
         *
         * @return false if an object of this name exists; it is unchanged
         */
        boolean commit() throws IOException;

        /** Ends the upload, and discards its data unless {@link #commit} was successful. */
        @Override
        void close() throws IOException;
    }
}

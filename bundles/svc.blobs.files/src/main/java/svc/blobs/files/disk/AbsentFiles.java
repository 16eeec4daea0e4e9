package svc.blobs.files.disk;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.backup.DeferredBlobFiles;
import svc.api.blob.BlobUnavailableException;

/** The files of blobs that are not in the home, because a restore has left them in the backup. Thread-safe. */
@Component(service = AbsentFiles.class)
public final class AbsentFiles {

    private final Path data;

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable DeferredBlobFiles deferred;

    @Activate
    public AbsentFiles(BundleContext context) {
        this(Path.of(String.valueOf(context.getProperty("svc.home"))));
    }

    private AbsentFiles(Path home) {
        this.data = home.resolve("data");
    }

    /** Creates the object for a home without an OSGi framework, in which all files are. */
    public static AbsentFiles none(Path home) {
        return new AbsentFiles(home);
    }

    /** Creates the object for a home without an OSGi framework. */
    public static AbsentFiles in(Path home, DeferredBlobFiles deferred) {
        AbsentFiles files = new AbsentFiles(home);
        files.deferred = deferred;
        return files;
    }

    /** An access to a file. */
    @FunctionalInterface
    public interface Access<R> {

        /** Does the access, without holding a lock that other files need. */
        R run() throws IOException;
    }

    /**
     * Does an access to a file. If the file is missing, fetches it and does the access again.
     *
     * @throws NoSuchFileException the file does not exist in the backup either
     * @throws BlobUnavailableException the file is in the backup, which cannot be read now
     */
    public <R> R access(Path file, Access<R> access) throws IOException {
        try {
            return access.run();
        } catch (NoSuchFileException e) {
            if (!fetch(file)) {
                throw e;
            }
            return access.run();
        }
    }

    /**
     * Reads a fact about a file without fetching it.
     *
     * @param deferred returns the fact about a file that is still to be fetched, by its size
     * @throws NoSuchFileException the file does not exist in the backup either
     */
    public <R> R look(Path file, Access<R> access, LongFunction<R> deferred) throws IOException {
        try {
            return access.run();
        } catch (NoSuchFileException e) {
            OptionalLong size = deferredSize(file);
            // A file without a size may have been fetched since the first access.
            return size.isPresent() ? deferred.apply(size.getAsLong()) : access.run();
        }
    }

    private boolean fetch(Path file) throws IOException {
        DeferredBlobFiles backup = deferred;
        try {
            return backup != null && backup.fetch(relative(file));
        } catch (IOException e) {
            BlobUnavailableException unavailable = new BlobUnavailableException(
                    "The file " + file + " has not been fetched from the backup: " + e.getMessage());
            unavailable.initCause(e);
            throw unavailable;
        }
    }

    /** Records that a file is deleted. */
    public void forget(Path file) {
        DeferredBlobFiles backup = deferred;
        if (backup != null) {
            backup.forget(relative(file));
        }
    }

    private OptionalLong deferredSize(Path file) {
        DeferredBlobFiles backup = deferred;
        return backup == null ? OptionalLong.empty() : backup.deferredSize(relative(file));
    }

    private String relative(Path file) {
        return data.relativize(file).toString().replace('\\', '/');
    }
}

package svc.store.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * The driver's native library as a file. Left alone, the driver writes a further one at each start, reads it back byte by byte
 * and leaves it where a server was killed.
 */
final class DriverLibrary {

    private DriverLibrary() {}

    /** Writes it into a folder, afresh; false when the driver has none for this machine or there is no room. */
    static boolean written(Path folder) {
        String name = LibraryLoaderUtil.getNativeLibName();
        try (InputStream library =
                SQLiteJDBCLoader.class.getResourceAsStream(LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name)) {
            if (library == null) {
                return false;
            }
            // Beside it first: another process of this home may be using the one that is there.
            Path part = Files.createTempFile(folder, name, ".part");
            try {
                Files.copy(library, part, StandardCopyOption.REPLACE_EXISTING);
                Files.move(part, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
                return true;
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException e) {
            return false;
        }
    }
}

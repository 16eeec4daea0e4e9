package svc.store.sqlite.sql;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * Extracts the native library of the SQLite driver to a file. By default the driver extracts a new copy at each start,
 * reads it back byte by byte, and leaves it behind when the server is killed.
 */
public final class DriverLibrary {

    private DriverLibrary() {}

    /**
     * Writes the library into a folder and replaces an existing one. Returns false when the driver has no library for
     * this platform or the write fails.
     */
    public static boolean written(Path folder) {
        String name = LibraryLoaderUtil.getNativeLibName();
        try (InputStream library =
                SQLiteJDBCLoader.class.getResourceAsStream(LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name)) {
            if (library == null) {
                return false;
            }
            // Written to a temporary file first, because another process of this home may use the existing library.
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

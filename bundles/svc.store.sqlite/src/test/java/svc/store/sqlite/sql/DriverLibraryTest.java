package svc.store.sqlite.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

final class DriverLibraryTest {

    @TempDir
    private Path folder;

    private Path only() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return assertThat(files.toList()).hasSize(1).actual().get(0);
        }
    }

    @Test
    void extractsTheLibraryOnceAndCompletely() throws IOException {
        String name = LibraryLoaderUtil.getNativeLibName();
        assertThat(DriverLibrary.written(folder)).isTrue();
        Files.writeString(only(), "cut off");
        assertThat(DriverLibrary.written(folder)).isTrue();
        try (InputStream library =
                SQLiteJDBCLoader.class.getResourceAsStream(LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name)) {
            assertThat(only()).hasFileName(name).hasBinaryContent(library.readAllBytes());
        }
    }

    @Test
    void doesNothingWithoutAFolder() {
        assertThat(DriverLibrary.written(folder.resolve("missing"))).isFalse();
    }
}

package svc.extensions.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.TestJars;

/** Tests when a file of the folder counts as complete. */
class ExtensionsFolderTest {

    @TempDir
    Path folder;

    @Test
    void endOfTheZipIsSeen() throws Exception {
        byte[] whole = TestJars.sound("x", "1.0.0").bytes();
        assertThat(ExtensionsFolder.isWholeZip(Files.write(folder.resolve("whole"), whole)))
                .isTrue();
        assertThat(ExtensionsFolder.isWholeZip(
                        Files.write(folder.resolve("half"), TestJars.truncated(TestJars.sound("x", "1.0.0")))))
                .isFalse();
        assertThat(ExtensionsFolder.isWholeZip(Files.writeString(folder.resolve("text"), "text")))
                .isFalse();
        assertThat(ExtensionsFolder.isWholeZip(Files.write(folder.resolve("nothing"), new byte[0])))
                .isFalse();
        assertThat(ExtensionsFolder.isWholeZip(folder.resolve("nowhere"))).isFalse();
    }
}

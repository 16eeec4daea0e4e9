package svc.search.lucene.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.store.Store.HomeIdentity;

/** Tests which indexes are kept at a start and which are moved aside. */
class IndexHomeTest {

    @TempDir
    Path root;

    private void index(String content) throws IOException {
        Files.createDirectories(root.resolve("index/a1/Email"));
        Files.writeString(root.resolve("index/a1/Email/segments_1"), content);
        Files.writeString(root.resolve("generation"), IndexHome.GENERATION + "\n");
    }

    private IndexHome claimed(String home, long generation, long restored) throws IOException {
        IndexHome folder = new IndexHome(root, () -> Optional.of(new HomeIdentity(home, generation, restored)));
        folder.check();
        return folder;
    }

    @Test
    void keepsIndexesOfAnEarlierRelease() throws IOException {
        index("old");
        assertThat(claimed("x", 1, 0).aside()).isEmpty();
        assertThat(claimed("x", 2, 0).aside()).isEmpty();
        assertThat(root.resolve("index/a1/Email/segments_1")).hasContent("old");
    }

    @Test
    void setsIndexesFromBeforeARestoreAsideOnce() throws IOException {
        index("lost");
        claimed("x", 1, 0);
        assertThat(claimed("x", 7, 7).aside()).containsExactly(root.resolve("set-aside-restored"));
        assertThat(root.resolve("set-aside-restored/a1/Email/segments_1")).hasContent("lost");
        index("new");
        assertThat(claimed("x", 8, 7).aside()).hasSize(1);
        assertThat(root.resolve("index/a1/Email/segments_1")).hasContent("new");
        assertThat(claimed("x", 9, 9).aside()).hasSize(2);
        assertThat(root.resolve("index")).doesNotExist();
    }

    @Test
    void setsIndexesOfAnUnknownRestoreAside() throws IOException {
        claimed("x", 7, 7);
        index("of the other copy");
        assertThat(claimed("x", 3, 0).aside()).hasSize(1);
    }

    @Test
    void setsIndexesOfAnotherHomeAside() throws IOException {
        claimed("x", 1, 0);
        index("foreign");
        assertThat(claimed("y", 1, 0).aside()).containsExactly(root.resolve("set-aside-restored"));
        assertThat(root.resolve("index")).doesNotExist();
    }

    @Test
    void setsIndexesOfAnEarlierReleaseAsideAfterARestore() throws IOException {
        index("old");
        assertThat(claimed("x", 5, 5).aside()).hasSize(1);
    }
}

package svc.search.lucene.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.lifecycle.StartupException;
import svc.api.search.SearchQuery;
import svc.api.search.SearchResult;
import svc.api.search.TextsUnavailableException;
import svc.search.lucene.Notes;
import svc.search.lucene.analysis.AnalyzedDocument;
import svc.search.lucene.analysis.IndexFields;
import svc.testkit.Covers;

/** Tests the recovery of indexes that are lost, corrupt, or of another generation. */
class IndexRecoveryTest {

    @TempDir
    Path home;

    private SearchFixture filled(int size) throws IOException {
        SearchFixture shelf = SearchFixture.on(home);
        shelf.fill(size);
        shelf.follow();
        return shelf;
    }

    private static List<Long> all(int size) {
        List<Long> all = new ArrayList<>();
        for (long n = 1; n <= size; n++) {
            all.add(n);
        }
        Collections.reverse(all);
        return all;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith("write.lock"))
                    .sorted()
                    .toList();
        }
    }

    /** A commit contains at most 256 changes. */
    @Test
    @Covers(value = "IDX-01", part = "the size of a commit")
    void commitsAreSmall() throws IOException {
        SearchFixture shelf = SearchFixture.on(home);
        shelf.stored().write(shelf.scope(), tx -> {
            for (int i = 0; i < 1000; i++) {
                Notes.create(tx, "number" + i);
            }
            return true;
        });
        assertThat(shelf.follow()).isEqualTo(4);
        assertThat(shelf.find("number777")).containsExactly(778L);
    }

    /** After the last commit the indexer waits, so that the next changes share a commit. */
    @Test
    void theLastCommitReportsThatTheIndexIsUpToDate() throws IOException {
        SearchFixture shelf = SearchFixture.on(home);
        IndexKey key = new IndexKey(shelf.scope().n(), Notes.TYPE);
        shelf.fill(3);
        shelf.follow();
        shelf.fill(IndexUpdater.ROWS + 1);
        assertThat(shelf.search().follow(key))
                .as("further objects must be indexed")
                .isTrue();
        assertThat(shelf.search().follow(key))
                .as("further objects must be indexed")
                .isFalse();
        assertThat(shelf.follow()).as("commits").isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 200})
    void textsThatCannotBeReadNowAreIndexedLater(int size) throws IOException {
        SearchFixture shelf = SearchFixture.on(home);
        shelf.fill(size);
        shelf.notes().unavailable(true);
        assertThat(isComplete(shelf)).isFalse();
        assertThat(shelf.find("common")).isEmpty();
        assertThatThrownBy(shelf::follow).isInstanceOf(TextsUnavailableException.class);
        shelf.notes().unavailable(false);
        assertThat(shelf.follow()).isPositive();
        assertThat(isComplete(shelf)).isTrue();
        assertThat(shelf.find("common")).isEqualTo(all(size));
    }

    private static boolean isComplete(SearchFixture shelf) {
        SearchQuery query = SearchQuery.parse(SearchQuery.FieldRef.ANYWHERE, "common");
        return shelf.stored().read(shelf.scope(), snapshot -> {
            try (SearchResult result = shelf.search().find(snapshot, Notes.TYPE, query, () -> {})) {
                return result.isComplete();
            }
        });
    }

    /** Reading ends after two seconds, and the texts read so far are committed. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Covers(value = "IDX-01", part = "the time that texts are read for a commit")
    void readsAreShort(boolean anew) throws IOException {
        SearchFixture shelf = SearchFixture.on(home);
        if (!anew) {
            shelf.create("the first");
            shelf.follow();
        }
        shelf.stored().write(shelf.scope(), tx -> {
            for (int i = 0; i < 300; i++) {
                Notes.create(tx, "number" + i);
            }
            return true;
        });
        shelf.clock().hurry(IndexUpdater.BUDGET.dividedBy(4));
        int commits = shelf.follow();
        assertThat(commits).isGreaterThan(4);
        assertThat(shelf.notes().reads()).as("texts that were read").isLessThan(900);
        shelf.clock().hurry(java.time.Duration.ZERO);
        assertThat(shelf.find("number299")).hasSize(1);
        assertThat(shelf.find("number*")).hasSize(300);
    }

    /** Changes that could not be read in time are missing, and the answer is marked incomplete. */
    @Test
    void aResultThatRanOutOfTimeIsIncomplete() {
        SearchFixture shelf = SearchFixture.on(home);
        shelf.stored().write(shelf.scope(), tx -> {
            for (int i = 0; i < 300; i++) {
                Notes.create(tx, "number" + i);
            }
            return true;
        });
        shelf.clock().hurry(IndexUpdater.BUDGET);
        SearchQuery query = SearchQuery.parse(SearchQuery.FieldRef.ANYWHERE, "number*");
        boolean whole = shelf.stored().read(shelf.scope(), snapshot -> {
            try (SearchResult answer = shelf.search().find(snapshot, Notes.TYPE, query, () -> {})) {
                return answer.isComplete();
            }
        });
        assertThat(whole).isFalse();
    }

    @Test
    void rebuildsALostIndex() throws IOException {
        SearchFixture shelf = filled(300);
        shelf.search().close();
        DirectoryTrees.remove(shelf.index().folder());
        SearchFixture again = shelf.again();
        assertThat(again.find("common")).isEqualTo(all(300));
    }

    /** After any damage to a file the results are correct. At most the one search that detects the damage fails. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void rebuildsADamagedIndex(long seed) throws IOException {
        Random random = new Random(seed);
        SearchFixture shelf = filled(300);
        shelf.search().close();
        List<Path> files = files(shelf.index().folder());
        Path victim = files.get(random.nextInt(files.size()));
        byte[] bytes = Files.readAllBytes(victim);
        switch ((int) (seed % 4)) {
            case 0 -> Files.delete(victim);
            case 1 -> Files.write(victim, Arrays.copyOf(bytes, random.nextInt(bytes.length)));
            case 2 -> Files.write(victim, new byte[0]);
            default -> {
                random.nextBytes(bytes);
                Files.write(victim, bytes);
            }
        }
        SearchFixture again = shelf.again();
        List<Long> found;
        try {
            found = again.find("common");
        } catch (java.io.UncheckedIOException e) {
            found = again.find("common");
        }
        assertThat(found).as("after %s", victim).isEqualTo(all(300));
        long n = again.create("common more");
        again.follow();
        assertThat(again.find("common")).hasSize(301).startsWith(n);
    }

    /** The process can end between any two steps of writing: the last commit stays intact. */
    @Test
    void recoversFromAnInterruptionAtAnyPoint() throws IOException {
        SearchFixture shelf = filled(300);
        for (int round = 0; round < 5; round++) {
            long n = shelf.create("common later");
            TypeIndex index = shelf.index();
            IndexSession session = index.session().orElseThrow();
            session.put(new AnalyzedDocument(
                    new IndexFields(shelf.notes().fields()),
                    new svc.api.search.SearchDocument(
                            999, 0, List.of(new svc.api.search.SearchDocument.Text("title", "common ghost")))));
            Path copy = home.resolve("copy" + round);
            copy(home.resolve("data"), copy.resolve("data"));
            index.rest();
            SearchFixture killed = shelf.killed(copy);
            assertThat(killed.find("common")).startsWith(n).hasSize(301 + round).doesNotContain(999L);
            killed.follow();
            assertThat(killed.find("common")).startsWith(n).hasSize(301 + round).doesNotContain(999L);
            shelf.follow();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> entries = Files.walk(from)) {
            for (Path entry : entries.toList()) {
                Path target = to.resolve(from.relativize(entry).toString());
                if (Files.isDirectory(entry)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(entry, target);
                }
            }
        }
    }

    @Test
    @Covers(value = "IDX-02", part = "the folder")
    void setsAnEarlierGenerationAside() throws IOException {
        SearchFixture shelf = filled(300);
        shelf.search().close();
        Path root = home.resolve("data/search");
        Files.writeString(root.resolve("generation"), "0\n");
        List<Path> before = files(root.resolve("index"));
        SearchFixture again = shelf.again();
        assertThat(again.find("common")).isEqualTo(all(300));
        assertThat(files(root.resolve("set-aside-0"))).hasSameSizeAs(before);
        assertThat(root.resolve("generation")).hasContent(Integer.toString(IndexHome.GENERATION));
        assertThat(again.search().home().aside()).hasSize(1);
    }

    @Test
    @Covers(value = "IDX-03", part = "the refusal itself")
    void rejectsALaterGenerationWithoutChanges() throws IOException {
        SearchFixture shelf = filled(10);
        shelf.search().close();
        Path root = home.resolve("data/search");
        Files.writeString(root.resolve("generation"), "7\n");
        SearchFixture again = shelf.again();
        assertThatThrownBy(() -> again.search().call())
                .isInstanceOf(StartupException.class)
                .hasMessageContaining("generation 7")
                .hasMessageContaining("generation 1");
        assertThat(root.resolve("generation")).hasContent("7");
        assertThat(files(root.resolve("index"))).isNotEmpty();
    }

    /** After a change of the source version all texts are read again. */
    @Test
    void reindexesANewVersionOfTheSource() throws IOException {
        SearchFixture shelf = filled(300);
        int before = shelf.notes().reads();
        shelf.notes().edit();
        assertThat(shelf.find("common")).isEqualTo(all(300));
        assertThat(shelf.notes().reads()).isEqualTo(before + 300);
    }

    /** Erasing an account removes its indexes of every generation, and none is created again. */
    @Test
    void erasureDeletesTheIndex() throws IOException {
        SearchFixture shelf = filled(10);
        shelf.search().close();
        Path root = home.resolve("data/search");
        Files.writeString(root.resolve("generation"), "0\n");
        SearchFixture again = shelf.again();
        again.follow();
        again.search().erase(again.scope().n());
        again.follow();
        assertThat(files(root)).containsExactly(root.resolve("generation"));
    }

    /** Uses more accounts than indexes may be open at once. */
    @Test
    void openIndexesAreBounded() throws IOException {
        SearchFixture shelf = filled(3);
        for (int i = 0; i < SearchFixture.READERS + 20; i++) {
            SearchFixture other = shelf.account("account" + i);
            long n = other.create("common");
            other.follow();
            assertThat(other.find("common")).containsExactly(n);
        }
        assertThat(shelf.search().readers().open()).isEqualTo(SearchFixture.READERS);
        assertThat(shelf.search().readers().readers()).isEqualTo(SearchFixture.READERS);
        assertThat(shelf.find("common")).isEqualTo(all(3));
    }
}

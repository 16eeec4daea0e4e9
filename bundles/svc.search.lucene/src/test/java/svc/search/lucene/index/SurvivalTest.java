package svc.search.lucene;

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
import svc.api.boot.BootRefusal;
import svc.testkit.Covers;

/** What becomes of indexes that are lost, damaged, or of another generation. */
class SurvivalTest {

    @TempDir
    Path home;

    private Shelf filled(int size) throws IOException {
        Shelf shelf = Shelf.on(home);
        for (int i = 0; i < size; i++) {
            shelf.create("common number" + i);
        }
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

    /** At most 256 changes go into a commit. */
    @Test
    @Covers(value = "IDX-01", part = "the size of a commit")
    void commitsAreSmall() throws IOException {
        Shelf shelf = Shelf.on(home);
        shelf.stored().write(shelf.scope(), tx -> {
            for (int i = 0; i < 1000; i++) {
                Notes.create(tx, "number" + i);
            }
            return true;
        });
        assertThat(shelf.follow()).isEqualTo(4);
        assertThat(shelf.find("number777")).containsExactly(778L);
    }

    /** Reading ends after two seconds, whatever is still to be read; what was read is not lost. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Covers(value = "IDX-01", part = "the time that texts are read for a commit")
    void readsAreShort(boolean anew) throws IOException {
        Shelf shelf = Shelf.on(home);
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
        shelf.clock().hurry(Following.BUDGET.dividedBy(4));
        int commits = shelf.follow();
        assertThat(commits).isGreaterThan(4);
        assertThat(shelf.notes().reads()).as("texts that were read").isLessThan(900);
        shelf.clock().hurry(java.time.Duration.ZERO);
        assertThat(shelf.find("number299")).hasSize(1);
        assertThat(shelf.find("number*")).hasSize(300);
    }

    /** What is not in the index when time is over is missing, and the answer says so. */
    @Test
    void anAnswerWithoutTimeSaysSo() {
        Shelf shelf = Shelf.on(home);
        shelf.stored().write(shelf.scope(), tx -> {
            for (int i = 0; i < 300; i++) {
                Notes.create(tx, "number" + i);
            }
            return true;
        });
        shelf.clock().hurry(Following.BUDGET);
        boolean whole = shelf.stored()
                .read(
                        shelf.scope(),
                        snapshot -> shelf.search()
                                .find(
                                        snapshot,
                                        Notes.TYPE,
                                        svc.api.search.SearchQuery.typed(
                                                svc.api.search.SearchQuery.Place.ANYWHERE, "number*"),
                                        () -> {})
                                .whole());
        assertThat(whole).isFalse();
    }

    @Test
    void aLostIndexIsBuiltAnew() throws IOException {
        Shelf shelf = filled(300);
        shelf.search().close();
        Folders.remove(shelf.index().folder());
        Shelf again = shelf.again();
        assertThat(again.find("common")).isEqualTo(all(300));
    }

    /** Whatever happens to the files: answers stay right, and nothing fails but maybe the one question that finds it. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void aDamagedIndexIsBuiltAnew(long seed) throws IOException {
        Random random = new Random(seed);
        Shelf shelf = filled(300);
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
        Shelf again = shelf.again();
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

    /** The process ends between any two steps of writing: what a commit left is whole. */
    @Test
    void brokenOffAnywhere() throws IOException {
        Shelf shelf = filled(300);
        for (int round = 0; round < 5; round++) {
            long n = shelf.create("common later");
            TypeIndex index = shelf.index();
            IndexSession session = index.session().orElseThrow();
            session.put(new TextTerms(
                    new Fields(shelf.notes().fields()),
                    new svc.api.search.SearchDocument(
                            999, 0, List.of(new svc.api.search.SearchDocument.Text("title", "common ghost")))));
            Path copy = home.resolve("copy" + round);
            copy(home.resolve("data"), copy.resolve("data"));
            index.rest();
            Shelf killed = shelf.killed(copy);
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
    void anEarlierGenerationIsSetAsideAndKept() throws IOException {
        Shelf shelf = filled(300);
        shelf.search().close();
        Path root = home.resolve("data/search");
        Files.writeString(root.resolve("generation"), "0\n");
        List<Path> before = files(root.resolve("index"));
        Shelf again = shelf.again();
        assertThat(again.find("common")).isEqualTo(all(300));
        assertThat(files(root.resolve("set-aside-0"))).hasSameSizeAs(before);
        assertThat(root.resolve("generation")).hasContent(Integer.toString(IndexHome.GENERATION));
        assertThat(again.search().home().aside()).hasSize(1);
    }

    @Test
    @Covers(value = "IDX-03", part = "the refusal itself")
    void aLaterGenerationIsRefusedAndNotTouched() throws IOException {
        Shelf shelf = filled(10);
        shelf.search().close();
        Path root = home.resolve("data/search");
        Files.writeString(root.resolve("generation"), "7\n");
        Shelf again = shelf.again();
        assertThatThrownBy(() -> new SearchStart(again.search()).call())
                .isInstanceOf(BootRefusal.class)
                .hasMessageContaining("generation 7")
                .hasMessageContaining("generation 1");
        assertThat(root.resolve("generation")).hasContent("7");
        assertThat(files(root.resolve("index"))).isNotEmpty();
    }

    /** Other texts of the same objects: all are read again. */
    @Test
    void anotherEditionIsReadAnew() throws IOException {
        Shelf shelf = filled(300);
        int before = shelf.notes().reads();
        shelf.notes().edit();
        assertThat(shelf.find("common")).isEqualTo(all(300));
        assertThat(shelf.notes().reads()).isEqualTo(before + 300);
    }

    /** An erased account leaves nothing, whatever generation it was in, and nothing comes back. */
    @Test
    void erased() throws IOException {
        Shelf shelf = filled(10);
        shelf.search().close();
        Path root = home.resolve("data/search");
        Files.writeString(root.resolve("generation"), "0\n");
        Shelf again = shelf.again();
        again.follow();
        again.search().erase(again.scope().n());
        again.follow();
        assertThat(files(root)).containsExactly(root.resolve("generation"));
    }

    /** More accounts than may be open at once. */
    @Test
    void openIndexesAreBounded() throws IOException {
        Shelf shelf = filled(3);
        for (int i = 0; i < Readers.MOST + 20; i++) {
            String name = "account" + i;
            long account = shelf.stored().write(svc.api.store.Scope.system(), tx -> tx.enrol("o", name));
            Shelf other = new Shelf(
                    home,
                    shelf.clock(),
                    shelf.store(),
                    shelf.notes(),
                    shelf.search(),
                    svc.api.store.Scope.account(new svc.api.engine.ScopeKey(), account));
            long n = other.create("common");
            other.follow();
            assertThat(other.find("common")).containsExactly(n);
        }
        assertThat(shelf.search().open()).isEqualTo(Readers.MOST);
        assertThat(shelf.find("common")).isEqualTo(all(3));
    }
}

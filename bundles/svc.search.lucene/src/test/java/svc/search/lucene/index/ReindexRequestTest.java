package svc.search.lucene.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.search.SearchDocument;
import svc.search.lucene.Notes;
import svc.search.lucene.analysis.IndexedType;
import svc.testkit.Covers;

/** Tests reindexing on request, for texts that changed without an entry in the change log. */
class ReindexRequestTest {

    private static final int MANY = 600;

    @TempDir
    Path home;

    private SearchFixture shelf;
    private final List<Long> numbers = new ArrayList<>();

    @BeforeEach
    void fill() throws IOException {
        shelf = SearchFixture.on(home);
        shelf.stored().write(shelf.scope(), tx -> {
            for (int i = 0; i < MANY; i++) {
                numbers.add(Notes.create(tx, "before"));
            }
            return true;
        });
        shelf.follow();
    }

    /** Changes the texts without an entry in the change log. */
    private void rewrite() {
        shelf.stored().write(shelf.scope(), tx -> {
            numbers.forEach(n ->
                    tx.put(Notes.TYPE, n, Notes.body(0, List.of(new SearchDocument.Text("title", "after")))));
            return true;
        });
    }

    private boolean renew(Set<Long> some) {
        return shelf.search().reindex(shelf.scope(), Notes.TYPE, some);
    }

    @Test
    @Covers("V2-01")
    void reindexesSingleObjectsAlsoAfterARestart() throws IOException {
        rewrite();
        assertThat(shelf.follow()).as("nothing told the index").isZero();
        assertThat(renew(Set.of(numbers.get(3), numbers.get(500)))).isTrue();
        assertThat(renew(Set.of(numbers.get(3), numbers.get(7)))).isTrue();
        assertThat(shelf.find("before")).as("meanwhile answers hold").hasSize(MANY);
        shelf = shelf.again();
        int reads = shelf.notes().reads();
        assertThat(shelf.follow()).isEqualTo(1);
        assertThat(shelf.notes().reads()).isEqualTo(reads + 3);
        assertThat(shelf.find("after")).containsExactly(numbers.get(500), numbers.get(7), numbers.get(3));
        assertThat(shelf.find("before")).hasSize(MANY - 3);
        assertThat(shelf.follow()).isZero();
    }

    @Test
    @Covers("V2-01")
    void reindexesAllObjectsInPortionsAndContinuesAfterARestart() throws IOException {
        rewrite();
        assertThat(renew(Set.of())).isTrue();
        TypeIndex index = shelf.index();
        assertThat(index.enter(Duration.ZERO)).isTrue();
        shelf.search().updater().step(shelf.scope(), new IndexedType(shelf.notes()), index);
        index.rest();
        index.leave();
        assertThat(shelf.find("after")).hasSize(IndexUpdater.ROWS);
        shelf = shelf.again();
        int reads = shelf.notes().reads();
        assertThat(shelf.follow()).isEqualTo(2);
        assertThat(shelf.notes().reads()).as("none is read twice").isEqualTo(reads + MANY - IndexUpdater.ROWS);
        assertThat(shelf.find("after")).hasSize(MANY);
        assertThat(shelf.find("before")).isEmpty();
        assertThat(shelf.index().watermark().renewal().none()).isTrue();
    }

    @Test
    void splitsALongReindexIntoCommits() throws IOException {
        rewrite();
        renew(Set.of());
        shelf.clock().hurry(IndexUpdater.BUDGET.dividedBy(4));
        assertThat(shelf.follow()).isGreaterThan(4);
        shelf.clock().hurry(Duration.ZERO);
        assertThat(shelf.find("after")).hasSize(MANY);
    }

    @Test
    void appliesChangesBeforeAReindexAndKeepsDeletions() throws IOException {
        rewrite();
        renew(Set.of(numbers.get(0), numbers.get(1), 999_999L));
        renew(Set.of());
        shelf.destroy(numbers.get(0));
        long late = shelf.create("after");
        shelf.follow();
        assertThat(shelf.find("after")).hasSize(MANY).contains(late).doesNotContain(numbers.get(0));
        assertThat(shelf.find("before")).isEmpty();
    }

    @Test
    void aMissingIndexIsBuiltCompletely() throws IOException {
        shelf.search().close();
        DirectoryTrees.remove(shelf.index().folder());
        shelf = shelf.again();
        assertThat(renew(Set.of())).isTrue();
        shelf.follow();
        assertThat(shelf.find("before")).hasSize(MANY);
        assertThatThrownBy(() -> shelf.search().reindex(shelf.scope(), "Other", Set.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}

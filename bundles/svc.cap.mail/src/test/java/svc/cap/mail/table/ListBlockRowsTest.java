package svc.cap.mail.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.store.Row;
import svc.api.store.Scope;
import svc.api.store.SqlWriter;
import svc.cap.mail.message.MailHome;
import svc.cap.mail.table.ListBlockRows.Block;

/** Tests which blocks of a list a change reads and writes. */
class ListBlockRowsTest {

    private static final long LIST = ListDeltas.threads(7);
    private static final int BLOCKS = 3_000;

    @TempDir
    private Path directory;

    /** A writer that counts the rows that are read. */
    private static final class CountedRows implements SqlWriter {

        private final SqlWriter sql;
        private int rows;

        CountedRows(SqlWriter sql) {
            this.sql = sql;
        }

        @Override
        public <R> List<R> select(String query, Function<Row, R> reader, @Nullable Object... arguments) {
            List<R> found = sql.select(query, reader, arguments);
            rows += found.size();
            return found;
        }

        @Override
        public <R> List<R> selectIn(
                String query, Collection<Long> numbers, Function<Row, R> reader, @Nullable Object... arguments) {
            throw new AssertionError("The blocks are found by their keys");
        }

        @Override
        public int update(String statement, @Nullable Object... arguments) {
            return sql.update(statement, arguments);
        }

        @Override
        public int updateIn(String statement, Collection<Long> numbers, @Nullable Object... arguments) {
            return sql.updateIn(statement, numbers, arguments);
        }

        @Override
        public int insert(String statement, List<? extends List<? extends @Nullable Object>> rows) {
            return sql.insert(statement, rows);
        }
    }

    private static void fill(SqlWriter sql) {
        List<List<Long>> rows = new ArrayList<>();
        for (long i = 1; i <= BLOCKS; i++) {
            rows.add(List.of(LIST, i * 100, 0L, 50L));
        }
        sql.insert("insert into mail_block (account, list, received, n, entries) values (:account, ?, ?, ?, ?)", rows);
    }

    /** The blocks after a change, and how many rows were read for it. */
    private record Changed(List<Block> blocks, int rows) {}

    private Changed apply(ListDeltas deltas) {
        try (MailHome home = new MailHome(directory)) {
            Scope scope = MailHome.scope(home.account("ada"));
            return home.store.write(scope, tx -> {
                fill(tx.sql());
                CountedRows sql = new CountedRows(tx.sql());
                ListBlockRows.apply(sql, deltas);
                return new Changed(ListBlockRows.all(tx.sql(), LIST), sql.rows);
            });
        }
    }

    @Test
    void threadThatMovesFromTheOldestBlockToTheNewestReadsTheseBlocksOnly() {
        ListDeltas move = new ListDeltas();
        move.remove(LIST, new ReceivedKey(110, 1));
        move.add(LIST, new ReceivedKey(BLOCKS * 100L + 7, 2));
        Changed changed = apply(move);
        assertThat(changed.rows)
                .as("the two blocks, and the one after the first")
                .isEqualTo(3);
        assertThat(changed.blocks).hasSize(BLOCKS);
        assertThat(changed.blocks.get(0).entries()).isEqualTo(49);
        assertThat(changed.blocks.get(BLOCKS - 1).entries()).isEqualTo(51);
        assertThat(changed.blocks.subList(1, BLOCKS - 1)).allMatch(block -> block.entries() == 50);
    }

    @Test
    void entriesBeforeTheFirstBlockGetABlockOfTheirOwn() {
        ListDeltas deltas = new ListDeltas();
        for (long received : new long[] {1, 99, 100, 199, 200}) {
            deltas.add(LIST, new ReceivedKey(received, 5));
        }
        assertThat(apply(deltas).blocks)
                .startsWith(
                        new Block(ReceivedKey.FIRST, 2),
                        new Block(new ReceivedKey(100, 0), 52),
                        new Block(new ReceivedKey(200, 0), 51),
                        new Block(new ReceivedKey(300, 0), 50));
    }
}

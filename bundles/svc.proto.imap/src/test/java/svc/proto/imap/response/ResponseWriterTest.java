package svc.proto.imap.response;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import svc.proto.imap.command.PartialRange;
import svc.proto.imap.command.SearchOptions;
import svc.proto.imap.command.SearchOptions.SearchResult;
import svc.proto.imap.command.StatusItem;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.response.ResponseWriter.Status;

/** Tests the elements of responses and the responses that have a class. */
final class ResponseWriterTest {

    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private final ResponseWriter out = new ResponseWriter(sent);

    private String written() throws IOException {
        out.flush();
        String text = sent.toString(StandardCharsets.UTF_8);
        sent.reset();
        return text;
    }

    @Test
    void quotesStringsWhereTheyMayBeQuoted() throws Exception {
        out.string((String) null)
                .raw(" ")
                .string("")
                .raw(" ")
                .string("a\"b\\c")
                .raw(" ")
                .string("é")
                .raw(" ")
                .string("a\r\nb");
        assertThat(written()).isEqualTo("NIL \"\" \"a\\\"b\\\\c\" {2}\r\né {4}\r\na\r\nb");
        out.utf8(true);
        out.string("é").string(new byte[] {(byte) 0xff}).string("a\0b");
        assertThat(written()).isEqualTo("\"é\"{1}\r\n\ufffd\"ab\"");
        out.string("x".repeat(1_024)).string("x".repeat(1_025));
        assertThat(written()).startsWith("\"xx").contains("xx\"{1025}\r\nxx");
    }

    @Test
    void writesAtomsAndMailboxNames() throws Exception {
        out.astring("a")
                .raw(" ")
                .astring("")
                .raw(" ")
                .astring("nil")
                .raw(" ")
                .astring("a b")
                .raw(" ")
                .mailbox("日本語");
        assertThat(written()).isEqualTo("a \"\" \"nil\" \"a b\" &ZeVnLIqe-");
        out.utf8(true);
        out.mailbox("日本語");
        assertThat(written()).isEqualTo("\"日本語\"");
    }

    @Test
    void writesStatusResponses() throws Exception {
        out.tagged("a1", Status.OK, ResponseCode.appendUid(7, NumberSet.of(3, 4, 5)), "done");
        out.untagged(Status.BYE, null, "two\r\nlinés");
        out.untagged(Status.NO, ResponseCode.ALERT, "");
        out.continuation("Ready");
        assertThat(written())
                .isEqualTo("a1 OK [APPENDUID 7 3:5] done\r\n* BYE two  lin?s\r\n* NO [ALERT] -\r\n+ Ready\r\n");
    }

    @Test
    void writesListsNumbersAndLiterals() throws Exception {
        out.list(List.of()).list(List.of("\\Seen", "$x")).number(0).raw(" ").number(Long.MAX_VALUE);
        out.raw(" ").numbers(NumberSet.of(1, 2, 3, 5, 7, 8)).raw(" ").binaryLiteral(2);
        out.content().write(new byte[] {'a', 'b'});
        assertThat(written()).isEqualTo("()(\\Seen $x)0 9223372036854775807 1:3,5,7:8 ~{2}\r\nab");
        byte[] large = "z".repeat(20_000).getBytes(StandardCharsets.US_ASCII);
        out.raw("a").raw(large).raw("b").raw("y".repeat(9_000));
        assertThat(written()).isEqualTo("a" + "z".repeat(20_000) + "b" + "y".repeat(9_000));
    }

    private static SearchOptions asked(@Nullable PartialRange range, Set<SearchResult> results) {
        return new SearchOptions(true, results, Optional.ofNullable(range));
    }

    @Test
    void writesSearchResults() throws Exception {
        long[] all = {2, 3, 4, 9};
        Set<SearchResult> scored = Set.of(SearchResult.RELEVANCY);
        Set<SearchResult> every = Set.of(SearchResult.MIN, SearchResult.MAX, SearchResult.ALL, SearchResult.COUNT);
        int[] scores = {100, 7, 1, 50};
        SearchResponse.extended(out, "a", true, asked(null, every), all, scores, 12L);
        SearchResponse.extended(out, "a", false, asked(null, every), new long[0], new int[0], 12L);
        SearchResponse.extended(out, "a", true, asked(new PartialRange(2, 3, false), Set.of()), all, scores, null);
        SearchResponse.extended(out, "a", true, asked(new PartialRange(1, 2, true), scored), all, scores, null);
        SearchResponse.extended(out, "a", true, asked(new PartialRange(5, 9, true), Set.of()), all, scores, null);
        SearchResponse.extended(out, "a", true, asked(null, scored), all, scores, 12L);
        SearchResponse.plain(out, "SEARCH", all, 12L);
        SearchResponse.plain(out, "SORT", new long[0], null);
        SearchResponse.vanished(out, true, NumberSet.of(1, 2));
        SearchResponse.vanished(out, false, NumberSet.EMPTY);
        assertThat(written()).isEqualTo("""
                        * ESEARCH (TAG "a") UID MIN 2 MAX 9 ALL 2:4,9 COUNT 4 MODSEQ 12
                        * ESEARCH (TAG "a") COUNT 0
                        * ESEARCH (TAG "a") UID PARTIAL (2:3 3:4)
                        * ESEARCH (TAG "a") UID PARTIAL (-1:-2 4,9) RELEVANCY (1 50)
                        * ESEARCH (TAG "a") UID PARTIAL (-5:-9 NIL)
                        * ESEARCH (TAG "a") UID RELEVANCY (100 7 1 50) MODSEQ 12
                        * SEARCH 2 3 4 9 (MODSEQ 12)
                        * SORT
                        * VANISHED (EARLIER) 1:2
                        """.replace("\n", "\r\n"));
    }

    @Test
    void writesListAndStatus() throws Exception {
        new ListResponse(List.of("\\HasNoChildren", "\\Sent"), "Sent\"x").write(out);
        new ListResponse(List.of(), "a", List.of("SUBSCRIBED"), "b").write(out);
        new ListResponse(List.of("\\Noselect"), "a b").writeLsub(out);
        Map<StatusItem, Long> values = new LinkedHashMap<>();
        values.put(StatusItem.MESSAGES, 5L);
        values.put(StatusItem.DELETED_STORAGE, 0L);
        ListResponse.writeStatus(out, "INBOX", values, "F7");
        assertThat(written()).isEqualTo("""
                        * LIST (\\HasNoChildren \\Sent) "/" "Sent\\"x"
                        * LIST () "/" a ("CHILDINFO" ("SUBSCRIBED") "OLDNAME" (b))
                        * LSUB (\\Noselect) "/" "a b"
                        * STATUS INBOX (MESSAGES 5 DELETED-STORAGE 0 MAILBOXID (F7))
                        """.replace("\n", "\r\n"));
    }
}

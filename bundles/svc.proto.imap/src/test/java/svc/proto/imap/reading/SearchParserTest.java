package svc.proto.imap.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.proto.imap.reading.Commands.command;
import static svc.proto.imap.reading.Commands.error;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.proto.imap.command.MessageCommand;
import svc.proto.imap.command.PartialRange;
import svc.proto.imap.command.SearchOptions;
import svc.proto.imap.command.SearchOptions.SearchResult;
import svc.proto.imap.command.SearchProgram;

/** Tests the criteria and options of SEARCH, SORT and THREAD. */
final class SearchParserTest {

    private static SearchProgram program(String criteria) {
        return ((MessageCommand.Search) command("SEARCH " + criteria)).program();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ALL                                | All[]
            1,3:*                              | Numbers[set=1,3:*]
            $                                  | Numbers[set=$]
            UID 5:7                            | Uids[set=5:7]
            seen                               | Keyword[keyword=$seen, present=true]
            UNANSWERED                         | Keyword[keyword=$answered, present=false]
            FLAGGED                            | Keyword[keyword=$flagged, present=true]
            UNDRAFT                            | Keyword[keyword=$draft, present=false]
            DELETED                            | Deleted[present=true]
            UNDELETED                          | Deleted[present=false]
            RECENT                             | Recent[present=true]
            OLD                                | Recent[present=false]
            NEW                                | And[keys=[Recent[present=true], Keyword[keyword=$seen, present=false]]]
            KEYWORD $Forwarded                 | Keyword[keyword=$forwarded, present=true]
            UNKEYWORD x                        | Keyword[keyword=x, present=false]
            FROM ann                           | Header[field=From, text=ann]
            Subject "a b"                      | Header[field=Subject, text=a b]
            HEADER Message-ID "<1@x>"          | Header[field=Message-ID, text=<1@x>]
            HEADER List-Id ""                  | Header[field=List-Id, text=]
            BODY x                             | Body[text=x]
            TEXT {3}%abc                       | Text[text=abc]
            SINCE 1-Feb-2026                   | Date[field=INTERNAL, order=SINCE, day=2026-02-01]
            SENTBEFORE "28-feb-2026"           | Date[field=SENT, order=BEFORE, day=2026-02-28]
            SAVEDON 01-Mar-2026                | Date[field=SAVED, order=ON, day=2026-03-01]
            SAVEDATESUPPORTED                  | SaveDateSupported[]
            OLDER 3600                         | Age[older=true, seconds=3600]
            YOUNGER 1                          | Age[older=false, seconds=1]
            LARGER 9223372036854775807         | Size[larger=true, octets=9223372036854775807]
            SMALLER 0                          | Size[larger=false, octets=0]
            MODSEQ 9223372036854775807         | ModSeq[value=9223372036854775807]
            MODSEQ "/flags/\\\\draft" all 620  | ModSeq[value=620]
            EMAILID M6d99ac3275bb4e            | EmailId[id=M6d99ac3275bb4e]
            THREADID T64b478a75b7ea9           | ThreadId[id=T64b478a75b7ea9]
            FUZZY SUBJECT x                    | Fuzzy[key=Header[field=Subject, text=x]]
            NOT SEEN                           | Not[key=Keyword[keyword=$seen, present=true]]
            OR 1 (2 3)                         | Or[first=Numbers[set=1], second=And[keys=[Numbers[set=2], Numbers[set=3]]]]
            ((1))                              | Numbers[set=1]
            """)
    void readsKeys(String criteria, String expected) {
        assertThat(program(criteria.replace("%", "\r\n")).keys()).hasToString("[" + expected + "]");
    }

    @Test
    void readsSeveralKeys() {
        assertThat(program("SEEN SINCE 1-Feb-2026 NOT DELETED").keys()).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SEARCH",
                "SEARCH FOO",
                "SEARCH (",
                "SEARCH ()",
                "SEARCH (SEEN",
                "SEARCH SEEN)",
                "SEARCH NOT",
                "SEARCH OR SEEN",
                "SEARCH FROM",
                "SEARCH SINCE 30-Feb-2026",
                "SEARCH SINCE 1-Foo-2026",
                "SEARCH SINCE 2026-02-01",
                "SEARCH OLDER 0",
                "SEARCH OLDER 4294967296",
                "SEARCH LARGER x",
                "SEARCH MODSEQ 9223372036854775808",
                "SEARCH MODSEQ \"/flags/x\" foo 1",
                "SEARCH KEYWORD \\Seen",
                "SEARCH KEYWORD [x",
                "SEARCH UID x",
                "SEARCH RETURN ALL",
                "SEARCH RETURN (FOO) ALL",
                "SEARCH RETURN (ALL PARTIAL 1:2) ALL",
                "SEARCH RETURN (PARTIAL 0:2) ALL",
                "SEARCH RETURN ()",
                "SEARCH RETURN (RELEVANCY) TEXT x",
                "SORT (DATE RELEVANCY) UTF-8 TEXT x",
                "SEARCH SUBJECT {2}\r\n\u00ff\u00ff",
                "SEARCH CHARSET",
                "SEARCH TEXT {1}\r\n\0",
                "SEARCH CHARSET ISO-8859-1 TEXT ~{1}\r\n\0",
                "SEARCH CHARSET UTF-8",
                "SEARCH SEEN  SEEN"
            })
    void rejectsInvalidCriteria(String text) {
        assertThat(error(text)).matches("expected .+ at column [0-9]+");
    }

    @Test
    void limitsTheNesting() {
        assertThat(program("(".repeat(32) + "1" + ")".repeat(32)).keys()).hasSize(1);
        assertThat(error("SEARCH " + "(".repeat(33) + "1" + ")".repeat(33))).contains("32 levels");
        assertThat(program("NOT ".repeat(32) + "1").keys()).hasSize(1);
        assertThat(error("SEARCH " + "NOT ".repeat(33) + "1")).contains("32 levels");
        assertThat(error("SEARCH " + "OR 1 ".repeat(33) + "1")).contains("32 levels");
        assertThat(error("SEARCH " + "(".repeat(100_000))).contains("32 levels");
    }

    @Test
    void readsTextsInTheirCharset() {
        assertThat(program("SUBJECT {4}\r\n\u00c3\u00a9\u00c3\u00bc").keys())
                .hasToString("[Header[field=Subject, text=éü]]");
        SearchProgram latin = program("CHARSET ISO-8859-1 SUBJECT {1}\r\n\u00e9");
        assertThat(latin.charset()).contains("ISO-8859-1");
        assertThat(latin.charsetSupported()).isTrue();
        assertThat(latin.keys()).hasToString("[Header[field=Subject, text=é]]");
        assertThat(program("CHARSET X-UNKNOWN SUBJECT {1}\r\n\u00e9").charsetSupported())
                .isFalse();
        assertThat(program("CHARSET \"a b{\" ALL").charsetSupported()).isFalse();
    }

    @Test
    void readsResultOptions() {
        assertThat(((MessageCommand.Search) command("SEARCH ALL")).options()).isEqualTo(SearchOptions.NONE);
        assertThat(((MessageCommand.Search) command("SEARCH RETURN () ALL"))
                        .options()
                        .results())
                .containsOnly(SearchResult.ALL);
        assertThat(((MessageCommand.Search) command("UID SEARCH RETURN (MIN MAX COUNT SAVE) ALL")).options())
                .satisfies(options -> {
                    assertThat(options.extended()).isTrue();
                    assertThat(options.results())
                            .isEqualTo(
                                    Set.of(SearchResult.MIN, SearchResult.MAX, SearchResult.COUNT, SearchResult.SAVE));
                });
        assertThat(((MessageCommand.Search) command("SEARCH RETURN (PARTIAL 500:400) ALL"))
                        .options()
                        .partial())
                .contains(new PartialRange(400, 500, false));
    }

    @Test
    void readsRelevancyWithFuzzyKeys() {
        assertThat(((MessageCommand.Search) command("SEARCH RETURN (RELEVANCY) OR SEEN (NOT FUZZY TEXT x)"))
                        .options()
                        .results())
                .containsOnly(SearchResult.RELEVANCY);
        assertThat(((MessageCommand.Sort) command("SORT (REVERSE RELEVANCY) UTF-8 FUZZY TEXT x")).order())
                .hasToString("[SortCriterion[key=RELEVANCY, reverse=true]]");
        assertThat(error("SEARCH RETURN (MIN RELEVANCY) TEXT x"))
                .isEqualTo("expected RELEVANCY only together with a search key FUZZY at column 22");
    }

    @Test
    void readsSortAndThread() {
        MessageCommand.Sort sort =
                (MessageCommand.Sort) command("UID SORT RETURN (COUNT) (REVERSE DATE DISPLAYFROM) UTF-8 UNDELETED");
        assertThat(sort.order())
                .hasToString("[SortCriterion[key=DATE, reverse=true], SortCriterion[key=DISPLAYFROM, reverse=false]]");
        assertThat(sort.options().extended()).isTrue();
        assertThat(sort.program().charset()).contains("UTF-8");
        assertThat(((MessageCommand.Thread) command("THREAD orderedsubject US-ASCII ALL")).algorithm())
                .hasToString("ORDEREDSUBJECT");
    }

    @Test
    void readsSetsOfManyElementsAsRanges() {
        String set = "1,".repeat(99_999) + "1";
        assertThat(program(set).keys()).hasSize(1);
        assertThat(error("SEARCH " + set + ",1")).contains("at most 100000 elements");
        assertThat(program("4294967295:1").keys()).hasToString("[Numbers[set=4294967295:1]]");
    }
}

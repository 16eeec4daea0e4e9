package svc.proto.imap.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.proto.imap.state.Features.Feature;
import svc.testkit.bundles.BundleServer;

/** Tests SEARCH, SORT and THREAD on five messages. */
final class SearchExecutorTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage();

    private static SearchedMailbox inbox;

    private static String message(String from, String to, String subject, String date, String more, String body) {
        return "From: " + from + "\r\nTo: " + to + "\r\nSubject: " + subject + "\r\nDate: " + date + "\r\n" + more
                + "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + body + "\r\n";
    }

    private static Instant at(String time) {
        return Instant.parse(time);
    }

    @BeforeAll
    static void fill() {
        inbox = new SearchedMailbox(SERVER, "ann@one.test");
        inbox.add(
                message(
                        "=?utf-8?q?J=C3=BCrgen_Meier?= <j.meier@far.test>",
                        "Zoe <zoe@one.test>",
                        "Report of the year",
                        "Tue, 1 Sep 2026 23:30:00 -0500",
                        "Cc: carl@x.test\r\nMessage-ID: <1@far.test>\r\nX-Spam: no\r\n",
                        "The quick brown fox"),
                at("2026-09-01T10:00:00Z"),
                "$seen");
        inbox.add(
                message(
                        "bob@far.test",
                        "Ann <ann@one.test>",
                        "Re: Report of the year",
                        "Wed, 2 Sep 2026 01:00:00 +0000",
                        "Message-ID: <2@far.test>\r\nIn-Reply-To: <1@far.test>\r\n",
                        "jumps over"),
                at("2026-09-02T00:00:00Z"),
                "$flagged",
                "$seen");
        inbox.add(
                message(
                        "Carl <carl@near.test>",
                        "ann@one.test",
                        "=?utf-8?q?Gr=C3=BC=C3=9Fe_aus_K=C3=B6ln?=",
                        "Thu, 3 Sep 2026 01:00:00 +0000",
                        "Message-ID: <3@near.test>\r\nBcc: hidden@one.test\r\n",
                        "the lazy dog ".repeat(100)),
                at("2026-09-03T12:00:00Z"),
                "$forwarded");
        inbox.add(
                message(
                        "dora@far.test",
                        "ann@one.test",
                        "!!!",
                        "never",
                        "Message-ID: <4@far.test>\r\n",
                        "quick answer"),
                at("2026-09-04T12:00:00Z"));
        inbox.add(
                message(
                        "eve@far.test",
                        "ann@one.test",
                        "Deleted report",
                        "Sat, 5 Sep 2026 01:00:00 +0000",
                        "Message-ID: <5@far.test>\r\nReferences: <1@far.test> <2@far.test>\r\n",
                        "A brown bear"),
                at("2026-09-05T12:00:00Z"),
                "$answered");
        inbox.delete(5L);
        inbox.select();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = true, quoteCharacter = '`', textBlock = """
            ALL                                   | 1 2 3 4 5
            2:3                                   | 2 3
            *                                     | 5
            UID 4:*                               | 4 5
            UID 9:100                             |
            UID 9:*                               | 5
            UNSEEN                                | 3 4 5
            SEEN                                  | 1 2
            FLAGGED                               | 2
            UNFLAGGED                             | 1 3 4 5
            ANSWERED                              | 5
            KEYWORD $Forwarded                    | 3
            UNKEYWORD $Forwarded                  | 1 2 4 5
            KEYWORD nothing                       |
            DELETED                               | 5
            UNDELETED UNSEEN                      | 3 4
            NEW                                   |
            OLD                                   | 1 2 3 4 5
            RECENT                                |
            FROM meier                            | 1
            FROM "j.meier@far"                    | 1
            FROM "Jürgen"                         | 1
            FROM "JÜRGEN MEIER <j.meier"          | 1
            FROM far.test                         | 1 2 4 5
            TO ann                                | 2 3 4 5
            CC carl                               | 1
            BCC hidden                            | 3
            SUBJECT report                        | 1 2 5
            SUBJECT "report OF the y"             | 1 2
            SUBJECT "grüße aus"                   | 3
            SUBJECT "!!"                          | 4
            SUBJECT ""                            | 1 2 3 4 5
            HEADER Message-ID "<2@far.test>"      | 2
            HEADER message-id 5@far               | 5
            HEADER References "<1@far.test>"      | 5
            HEADER X-Spam ""                      | 1
            HEADER X-Spam yes                     |
            HEADER Bcc ""                         | 3
            BODY quick                            | 1 4
            BODY "quick brown"                    | 1
            BODY "brown quick"                    |
            BODY brow                             | 1 5
            BODY report                           |
            BODY ""                               | 1 2 3 4 5
            TEXT report                           | 1 2 5
            TEXT bear                             | 5
            TEXT "!!!"                            | 4
            FUZZY SUBJECT "year report"           | 1 2
            FUZZY (BODY "brown quick" SEEN)       | 1
            BEFORE 2-Sep-2026                     | 1
            ON 2-Sep-2026                         | 2
            SINCE 2-Sep-2026                      | 2 3 4 5
            NOT SINCE 2-Sep-2026                  | 1
            SENTBEFORE 2-Sep-2026                 | 1
            SENTON 2-Sep-2026                     | 2
            SENTON 1-Sep-2026                     | 1
            SENTSINCE 2-Sep-2026                  | 2 3 5
            SAVEDATESUPPORTED                     | 1 2 3 4 5
            SAVEDSINCE 1-Jan-2020                 | 1 2 3 4 5
            SAVEDBEFORE 1-Jan-2020                |
            LARGER 1000                           | 3
            SMALLER 1000                          | 1 2 4 5
            THREADID t1                           |
            EMAILID nothing                       |
            OR FLAGGED DELETED                    | 2 5
            OR OR BODY bear FROM carl UID 1       | 1 3 5
            NOT NOT NOT SEEN                      | 3 4 5
            (OR SEEN FLAGGED) NOT (UID 1 FROM "jürgen") | 2
            CHARSET UTF-8 OR SUBJECT "Grüße" FROM zoe NOT HEADER X-NONE "" | 3
            """)
    void findsMessages(String criteria, String expected) {
        assertThat(inbox.response("SEARCH " + criteria))
                .isEqualTo("* SEARCH" + (expected == null ? "" : " " + expected));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            SEARCH RETURN () UNSEEN               | * ESEARCH (TAG "a") ALL 3:5
            SEARCH RETURN (MIN COUNT) UNSEEN      | * ESEARCH (TAG "a") MIN 3 COUNT 3
            SEARCH RETURN (MIN MAX) BODY nothing  | * ESEARCH (TAG "a")
            SEARCH RETURN (COUNT) BODY nothing    | * ESEARCH (TAG "a") COUNT 0
            UID SEARCH RETURN (ALL) SEEN          | * ESEARCH (TAG "a") UID ALL 1:2
            SEARCH RETURN (PARTIAL 2:3) UNSEEN    | * ESEARCH (TAG "a") PARTIAL (2:3 4:5)
            SEARCH RETURN (PARTIAL -1:-2) UNSEEN  | * ESEARCH (TAG "a") PARTIAL (-1:-2 4:5)
            SEARCH RETURN (PARTIAL 4:9) UNSEEN    | * ESEARCH (TAG "a") PARTIAL (4:9 NIL)
            SEARCH RETURN (RELEVANCY ALL) FUZZY TEXT report | * ESEARCH (TAG "a") ALL 1:2,5 RELEVANCY (100 100 1)
            SEARCH RETURN (RELEVANCY) FUZZY TEXT "year report" | * ESEARCH (TAG "a") RELEVANCY (100 100)
            SEARCH RETURN (RELEVANCY) FUZZY OR SUBJECT report BODY quick | * ESEARCH (TAG "a") RELEVANCY (100 50 50 1)
            SEARCH RETURN (RELEVANCY) FUZZY OR BODY quick BODY "fox brown" | * ESEARCH (TAG "a") RELEVANCY (100 75)
            SEARCH RETURN (RELEVANCY) FUZZY SEEN  | * ESEARCH (TAG "a") RELEVANCY (1 1)
            SEARCH RETURN (RELEVANCY COUNT) NOT FUZZY TEXT far | * ESEARCH (TAG "a") COUNT 1 RELEVANCY (1)
            SEARCH RETURN (RELEVANCY) FUZZY BODY nothing | * ESEARCH (TAG "a")
            SORT (RELEVANCY) UTF-8 FUZZY TEXT quick BODY answer | * SORT 4
            SORT (RELEVANCY REVERSE ARRIVAL) UTF-8 FUZZY OR SUBJECT report BODY quick | * SORT 1 4 2 5
            SORT (REVERSE RELEVANCY) UTF-8 FUZZY OR SUBJECT report BODY quick | * SORT 5 2 4 1
            UID SORT RETURN (PARTIAL 1:2 RELEVANCY) (RELEVANCY) UTF-8 FUZZY OR SUBJECT report BODY quick | * ESEARCH (TAG "a") UID PARTIAL (1:2 1:2) RELEVANCY (100 50)
            SORT (SUBJECT) UTF-8 ALL              | * SORT 4 5 3 1 2
            SORT (REVERSE SUBJECT) UTF-8 ALL      | * SORT 1 2 3 5 4
            SORT (FROM) UTF-8 ALL                 | * SORT 2 3 4 5 1
            SORT (DISPLAYFROM) UTF-8 ALL          | * SORT 2 3 4 5 1
            SORT (REVERSE DATE) UTF-8 ALL         | * SORT 5 4 3 1 2
            SORT (REVERSE ARRIVAL) UTF-8 UNDELETED | * SORT 4 3 2 1
            SORT (CC REVERSE SIZE) UTF-8 1,3      | * SORT 3 1
            SORT (TO REVERSE ARRIVAL) UTF-8 ALL   | * SORT 5 4 3 2 1
            SORT (DISPLAYTO) UTF-8 ALL            | * SORT 2 3 4 5 1
            SORT RETURN (MIN COUNT) (REVERSE ARRIVAL) UTF-8 ALL | * ESEARCH (TAG "a") MIN 5 COUNT 5
            UID SORT RETURN (ALL) (REVERSE ARRIVAL) UTF-8 ALL | * ESEARCH (TAG "a") UID ALL 5,4,3,2,1
            THREAD REFERENCES UTF-8 ALL           | * THREAD (1 2 5)(3)(4)
            THREAD ORDEREDSUBJECT UTF-8 ALL       | * THREAD (2 1)(3)(4)(5)
            THREAD REFERENCES UTF-8 BODY nothing  | * THREAD
            """)
    void answersInTheRequestedForm(String command, String expected) {
        assertThat(inbox.response(command)).isEqualTo(expected);
    }

    @Test
    void savesResults() {
        assertThat(inbox.execute("SEARCH RETURN (SAVE) UNSEEN")).containsExactly("a OK SEARCH completed");
        assertThat(inbox.response("SEARCH $")).isEqualTo("* SEARCH 3 4 5");
        assertThat(inbox.response("UID SEARCH UID $ DELETED")).isEqualTo("* SEARCH 5");
        assertThat(inbox.response("SEARCH RETURN (SAVE MIN MAX) ALL")).isEqualTo("* ESEARCH (TAG \"a\") MIN 1 MAX 5");
        assertThat(inbox.response("SEARCH $")).isEqualTo("* SEARCH 1 5");
        assertThat(inbox.response("SEARCH RETURN (SAVE MIN COUNT) 2:4"))
                .isEqualTo("* ESEARCH (TAG \"a\") MIN 2 COUNT 3");
        assertThat(inbox.response("SEARCH $")).isEqualTo("* SEARCH 2 3 4");
        inbox.response("SEARCH RETURN (SAVE MIN PARTIAL -1:-2) 1:4");
        assertThat(inbox.response("SEARCH $")).isEqualTo("* SEARCH 1 3 4");
        assertThat(inbox.execute("SEARCH RETURN (SAVE) CHARSET x-none ALL"))
                .singleElement()
                .asString()
                .startsWith("a NO [BADCHARSET (UTF-8 US-ASCII)]");
        assertThat(inbox.response("SEARCH $")).isEqualTo("* SEARCH");
        inbox.response("SORT RETURN (SAVE COUNT) (REVERSE ARRIVAL) UTF-8 2:3");
        assertThat(inbox.response("SEARCH $")).isEqualTo("* SEARCH 2 3");
        assertThat(inbox.execute("SEARCH RETURN (SAVE) 9"))
                .singleElement()
                .asString()
                .startsWith("a BAD");
        assertThat(inbox.response("SEARCH $")).isEqualTo("* SEARCH 2 3");
    }

    @Test
    void findsChangesByModificationSequence() {
        SearchedMailbox box = new SearchedMailbox(SERVER, "mo@one.test");
        for (int i = 1; i <= 3; i++) {
            box.add(message("a@x.test", "b@x.test", "s" + i, "", "", "text"), at("2026-09-01T10:00:00Z"));
        }
        long before = box.select().modseq();
        box.add(message("a@x.test", "b@x.test", "s4", "", "", "text"), at("2026-09-01T10:00:00Z"));
        box.delete(2L);
        long now = box.select().modseq();
        List<String> first = box.execute("SEARCH MODSEQ " + (before + 1));
        assertThat(first).hasSize(3);
        assertThat(first.get(0)).startsWith("* OK [HIGHESTMODSEQ " + now + "]");
        assertThat(first.get(1)).startsWith("* SEARCH 2 4 (MODSEQ ");
        assertThat(box.response("SEARCH MODSEQ " + (now + 1))).isEqualTo("* SEARCH");
        assertThat(box.response("UID SEARCH RETURN (COUNT) MODSEQ \"/flags/\\\\draft\" all 0"))
                .startsWith("* ESEARCH (TAG \"a\") UID COUNT 4 MODSEQ ");
        assertThat(box.response("SEARCH NOT MODSEQ " + (before + 1))).startsWith("* SEARCH 1 3 (MODSEQ ");
    }

    @Test
    void answersWithEsearchAfterEnable() {
        SearchedMailbox box = new SearchedMailbox(SERVER, "rev@one.test");
        box.features.enable(Feature.IMAP4REV2);
        assertThat(box.response("SEARCH ALL")).isEqualTo("* ESEARCH (TAG \"a\")");
        box.add(message("a@x.test", "b@x.test", "s", "", "", "text"), at("2026-09-01T10:00:00Z"));
        box.select();
        assertThat(box.response("UID SEARCH ALL")).isEqualTo("* ESEARCH (TAG \"a\") UID ALL 1");
    }

    @Test
    void findsOnlyMessagesThatTheClientKnows() {
        SearchedMailbox box = new SearchedMailbox(SERVER, "known@one.test");
        box.add(message("a@x.test", "b@x.test", "s", "", "", "text"), at("2026-09-01T10:00:00Z"));
        box.select();
        box.add(message("a@x.test", "b@x.test", "s", "", "", "text"), at("2026-09-01T10:00:00Z"));
        for (String criteria : List.of("ALL", "BODY text", "UNSEEN", "NOT SEEN", "SUBJECT s", "UID 1:*")) {
            assertThat(box.response("SEARCH " + criteria)).as(criteria).isEqualTo("* SEARCH 1");
        }
    }

    @Test
    void findsByAge() {
        SearchedMailbox box = new SearchedMailbox(SERVER, "age@one.test");
        Instant now = SERVER.now();
        for (int seconds : List.of(1_000, 500, 0)) {
            box.add(message("a@x.test", "b@x.test", "s", "", "", "text"), now.minusSeconds(seconds));
        }
        box.select();
        assertThat(box.response("SEARCH YOUNGER 600")).isEqualTo("* SEARCH 2 3");
        assertThat(box.response("SEARCH OLDER 600")).isEqualTo("* SEARCH 1");
    }

    @Test
    void searchesAnEmptyMailbox() {
        SearchedMailbox box = new SearchedMailbox(SERVER, "empty@one.test");
        for (String criteria : List.of("ALL", "1:*", "UID 1:*", "UNSEEN", "BODY x", "SUBJECT x", "NOT DELETED")) {
            assertThat(box.response("SEARCH " + criteria)).as(criteria).isEqualTo("* SEARCH");
        }
        assertThat(box.response("SORT (FROM) UTF-8 ALL")).isEqualTo("* SORT");
        assertThat(box.response("THREAD REFERENCES UTF-8 ALL")).isEqualTo("* THREAD");
    }

    @Test
    void evaluatesDeepNestingAndLongSets() {
        String deep = "(".repeat(31) + "NOT SEEN" + ")".repeat(31);
        assertThat(inbox.response("SEARCH " + deep)).isEqualTo("* SEARCH 3 4 5");
        StringBuilder set = new StringBuilder("1");
        for (int i = 3; i < 70_000; i += 2) {
            set.append(',').append(i);
        }
        String command = "SEARCH UID " + set;
        assertThat(inbox.response(command.substring(0, Math.min(command.length(), 200_000))))
                .isEqualTo("* SEARCH 1 3 5");
    }
}

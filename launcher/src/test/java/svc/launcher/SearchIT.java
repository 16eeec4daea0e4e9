package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.bundles.MailCalls;

/** Searches over HTTP, and the index between two starts. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class SearchIT {

    private static final int MESSAGES = 40;

    @TempDir
    private static Path home;

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = SvcCommand.svc().start(home).ready();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static byte[] letter(int i) {
        return MailCalls.message(
                "From: \"Renee M\" <renee.m" + i + "@far.test>",
                "To: ann@search.test",
                "Subject: =?utf-8?q?Caf=C3=A9_number?= " + i,
                "X-Colour: dark green " + i,
                "Message-ID: <m" + i + "@far.test>",
                "MIME-Version: 1.0",
                "Content-Type: text/html; charset=utf-8",
                "",
                "<html><head><title>hidden</title></head><body><p class=\"markup\">Dear Ann, the <b>report</b> &amp; word"
                        + i + " from 東京都.</p></body></html>");
    }

    private static void bringAll(MailUser ann) {
        String inbox = ann.mailbox("inbox");
        String emails = IntStream.range(0, MESSAGES)
                .mapToObj(i ->
                        "'k" + i + "':{'blobId':'" + ann.upload(letter(i)) + "','mailboxIds':{'" + inbox + "':true}}")
                .collect(Collectors.joining(","));
        JsonNode response = ann.call("Email/import", "'emails':{" + emails + "}");
        assertThat(response.path("created").size()).as(response.toString()).isEqualTo(MESSAGES);
    }

    private static List<String> find(MailUser ann, String filter) {
        return MailCalls.texts(
                ann.call("Email/query", "'filter':" + filter + ",'limit':100").path("ids"));
    }

    private static void findsEverything(MailUser ann) {
        assertThat(find(ann, "{'text':'word7'}")).hasSize(1);
        assertThat(find(ann, "{'subject':'cafe number'}")).hasSize(MESSAGES);
        assertThat(find(ann, "{'body':'REPORT wor*'}")).hasSize(MESSAGES);
        assertThat(find(ann, "{'from':'renee.m3\\u0040far.test'}")).hasSize(1);
        assertThat(find(ann, "{'text':'m3\\u0040far.test'}")).isEmpty();
        assertThat(find(ann, "{'text':'京都'}")).hasSize(MESSAGES);
        assertThat(find(ann, "{'text':'markup'}")).isEmpty();
        assertThat(find(ann, "{'header':['X-Colour','green 12']}")).hasSize(1);
        assertThat(find(ann, "{'header':['X-Colour']}")).hasSize(MESSAGES);
        assertThat(find(ann, "{'operator':'NOT','conditions':[{'header':['x-colour','green']},{'text':'nothing'}]}"))
                .isEmpty();
        assertThat(find(
                        ann,
                        "{'operator':'OR','conditions':[{'text':'word1'},{'operator':'AND','conditions':"
                                + "[{'hasKeyword':'$seen'},{'text':'cafe'}]},{'body':'word2'}]}"))
                .hasSize(2);
    }

    private static void snippets(MailUser ann) {
        String id = find(ann, "{'text':'word5'}").get(0);
        JsonNode response =
                ann.call("SearchSnippet/get", "'filter':{'text':'cafe report'},'emailIds':['" + id + "','m999999']");
        assertThat(response.at("/list/0/emailId").asText()).isEqualTo(id);
        assertThat(response.at("/list/0/subject").asText()).isEqualTo("<mark>Café</mark> number 5");
        assertThat(response.at("/list/0/preview").asText()).contains("the <mark>report</mark> &amp; word5");
        assertThat(MailCalls.texts(response.path("notFound"))).containsExactly("m999999");
        JsonNode none = ann.call("SearchSnippet/get", "'filter':{'text':'elsewhere'},'emailIds':['" + id + "']");
        assertThat(none.at("/list/0/subject").isNull()).isTrue();
        assertThat(none.at("/list/0/preview").isNull()).isTrue();
        assertThat(none.path("notFound").isNull()).isTrue();
        assertThat(ann.error("SearchSnippet/get", "'filter':{'colour':'red'},'emailIds':[]"))
                .isEqualTo("unsupportedFilter");
        assertThat(ann.error("SearchSnippet/get", "'filter':{'text':7},'emailIds':[]"))
                .isEqualTo("invalidArguments");
    }

    private static void awaitFollowed() {
        server.await(
                "the index follows",
                () -> server.command("", "doctor", "--only", "search").out().contains("they are up to date"));
    }

    /** The last test, because it restarts the server. */
    @Test
    @Order(Integer.MAX_VALUE)
    @Covers(
            value = {"RFC8621 §4.4.1", "RFC8621 §5", "RFC8621 §5.1", "IDX-01", "IDX-02", "IDX-03"},
            part = "texts over the wire; indexes from one start to the next")
    void texts() throws IOException {
        Path index = home.resolve("data/search");
        MailUser ann = MailUser.of(server, "ann@search.test");
        bringAll(ann);
        findsEverything(ann);
        snippets(ann);
        awaitFollowed();
        findsEverything(ann);
        assertThat(server.metric("search_rows_total")).isGreaterThanOrEqualTo(MESSAGES);
        assertThat(server.metric("search_largest_commit_rows")).isBetween(1L, 256L);
        assertThat(server.command("", "version").out()).containsPattern("search_index_generation +1");
        assertThat(server.err())
                .as("what its parts say of the Java they run on")
                .doesNotContain("Vector API", "madvise");
        server.close();

        Files.writeString(index.resolve("generation"), "0\n");
        server = SvcCommand.svc().start(home).ready();
        ann = MailUser.of(server, "ann@search.test");
        findsEverything(ann);
        assertThat(index.resolve("set-aside-0")).isDirectory();
        awaitFollowed();
        assertThat(index.resolve("index")).isDirectory();
        findsEverything(ann);
        server.close();

        Files.writeString(index.resolve("generation"), "2\n");
        try (RunningServer later = SvcCommand.svc().start(home)) {
            assertThat(later.exit()).isEqualTo(78);
            assertThat(later.err()).contains("generation 2", "generation 1 at most");
        }
        assertThat(index.resolve("index")).isDirectory();
    }

    @Test
    @Covers(value = "RFC8621 §4.4.1", part = "texts in a mailbox")
    void mailboxSearchIsOrderedRegardlessOfOtherMatches() {
        MailUser ann = MailUser.of(server, "ann@elsewhere.test");
        String inbox = ann.mailbox("inbox");
        String folder = ann.newMailbox("Elsewhere");
        String emails = IntStream.range(0, 360)
                .mapToObj(i -> "'k" + i + "':{'blobId':'" + ann.upload(letter(i)) + "','mailboxIds':{'"
                        + (i % 150 < 2 ? inbox : folder) + "':true},'receivedAt':'2025-01-01T00:00:00Z'}")
                .collect(Collectors.joining(","));
        JsonNode created = ann.call("Email/import", "'emails':{" + emails + "}").path("created");
        List<String> ascendingSql = IntStream.of(0, 1, 150, 151, 300, 301)
                .mapToObj(i -> created.at("/k" + i + "/id").asText())
                .toList();
        List<String> descendingSql = new ArrayList<>(ascendingSql);
        Collections.reverse(descendingSql);
        // How much of the unindexed tail is searched depends on its reading speed.
        awaitFollowed();
        String filter = "{'inMailbox':'" + inbox + "','subject':'cafe'}";
        assertThat(find(ann, filter)).isEqualTo(descendingSql);
        assertThat(find(ann, filter + ",'position':1,'sort':[{'property':'receivedAt','isAscending':true}]"))
                .isEqualTo(ascendingSql.subList(1, 6));
        assertThat(find(ann, "{'inMailbox':'" + inbox + "','subject':'cafe','body':'word150'}"))
                .containsExactly(ascendingSql.get(2));
        assertThat(find(ann, "{'inMailbox':'" + ann.mailbox("trash") + "','subject':'cafe'}"))
                .isEmpty();
    }

    private static void answersAndErrors(MailUser ann, String inbox) {
        JsonNode found = ann.call("Email/query", "'filter':{'text':'cafe'},'calculateTotal':true,'limit':5");
        String arguments = "'filter':{'text':'cafe'},'sinceQueryState':" + found.path("queryState");
        ann.call("Email/queryChanges", arguments);
        assertThat(ann.error("Email/queryChanges", arguments + ",'maxChanges':0"))
                .isEqualTo("invalidArguments");
        assertThat(find(ann, "{'inMailbox':'" + inbox + "','subject':'cafe','body':'report'}"))
                .isNotEmpty();
        assertThat(ann.error("Email/query", "'filter':{'text':'cafe'},'anchor':'m999999'"))
                .isEqualTo("anchorNotFound");
        // The first text is searched before the second is found to be invalid.
        assertThat(ann.error(
                        "Email/query",
                        "'filter':{'operator':'AND','conditions':[{'operator':'AND','conditions':"
                                + "[{'text':'cafe'},{'hasKeyword':'$seen'}]},{'text':7}]}"))
                .isEqualTo("invalidArguments");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void queriesReleaseTheFilesOfReplacedIndexes() throws IOException {
        MailUser ann = MailUser.of(server, "ann@release.test");
        String inbox = ann.mailbox("inbox");
        bringAll(ann);
        awaitFollowed();
        for (int i = 0; i < 3; i++) {
            answersAndErrors(ann, inbox);
            ann.call(
                    "Email/import",
                    "'emails':{'k':{'blobId':'" + ann.upload(letter(MESSAGES + i)) + "','mailboxIds':{'" + inbox
                            + "':true}}}");
            answersAndErrors(ann, inbox);
            awaitFollowed();
        }
        assertThat(server.metric("search_questions_total"))
                .as("five in each of six rounds")
                .isGreaterThanOrEqualTo(30);
        assertThat(server.metric("search_open_readers")).isEqualTo(server.metric("search_open_indexes"));
        String index = home.toRealPath().resolve("data/search").toString();
        assertThat(Files.readAllLines(Path.of("/proc/" + server.pid() + "/maps")).stream()
                        .filter(map -> map.contains(index)))
                .isNotEmpty()
                .noneMatch(map -> map.endsWith("(deleted)"));
    }
}

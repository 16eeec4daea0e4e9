package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** A type of an extension with tables of its own gets all methods that the engine derives. */
final class BookmarksIT {

    @TempDir
    Path directory;

    @Test
    @Covers({"OSGI-02", "RFC-02"})
    void typeWithItsOwnTablesIsServedLikeAnyOther() throws Exception {
        Path jar = directory.resolve("bookmarks.jar");
        BookmarksBundle.jar().writeTo(jar);
        try (RunningServer server =
                SvcCommand.svc().start(directory.resolve("home")).ready()) {
            SignedIn ada = SignedIn.as(server, "ada@example.org");
            DroppedExtension bookmarks = new DroppedExtension(ada, jar, BookmarksBundle.URN);
            int before = migrations(server);
            bookmarks.drop();
            assertThat(migrations(server)).isEqualTo(before + 1);
            changed(bookmarks, filled(bookmarks));
            bookmarks.remove();
            bookmarks.drop();
            assertThat(bookmarks
                            .done("Bookmark/query", DroppedExtension.object())
                            .path("ids"))
                    .as("what was stored stays")
                    .hasSize(2);
        }
    }

    @Test
    @Covers("OSGI-03")
    void operatorsCanConfigureMonitorAndViewIt() throws Exception {
        Path jar = directory.resolve("bookmarks.jar");
        BookmarksBundle.jar().writeTo(jar);
        Path home = directory.resolve("home");
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            Files.writeString(home.resolve("svc.toml"), "\n[bookmarks]\nshown = 1\n", StandardOpenOption.APPEND);
            SignedIn ada = SignedIn.as(server, "ada@example.org");
            DroppedExtension bookmarks = new DroppedExtension(ada, jar, BookmarksBundle.URN);
            bookmarks.drop();
            changed(bookmarks, filled(bookmarks));

            HttpResponse<String> seen = server.admin("GET", "/accounts/" + ada.accountId() + "/bookmarks", "");
            assertThat(seen.statusCode()).as(seen.body()).isEqualTo(200);
            JsonNode page = SignedIn.json(seen);
            assertThat(page.path("items")).as("as many as are configured").hasSize(1);
            assertThat(page.at("/items/0/url_length").asInt()).isEqualTo("https://a.example/".length());
            assertThat(page.path("total").asInt()).isEqualTo(2);
            SvcCommand.Finished typed = server.command(
                    "",
                    "account",
                    "view",
                    ada.accountId(),
                    "bookmarks",
                    "--cursor",
                    page.path("next").asText(),
                    "--json");
            assertThat(OperationInterface.json(typed.out()).path("items"))
                    .as(typed.toString())
                    .hasSize(1);
            assertThat(server.metric("bookmarks_looks_total")).isEqualTo(2);
            JsonNode finding = OperationInterface.json(server.command("", "doctor", "--only", "bookmarks", "--json")
                            .out())
                    .path(0);
            assertThat(finding.path("status").asText()).as(finding.toString()).isEqualTo("warn");
            assertThat(finding.path("remedy").asText()).isEqualTo("Set [bookmarks] shown to 2 or more.");
            assertThat(server.command("", "config", "explain", "bookmarks.shown")
                            .out())
                    .contains("1");

            bookmarks.remove();
            assertThat(server.admin("GET", "/accounts/" + ada.accountId() + "/bookmarks", "")
                            .statusCode())
                    .isEqualTo(404);
            assertThat(server.metrics()).doesNotContain("bookmarks_looks_total");
        }
    }

    private static int migrations(RunningServer server) {
        return SignedIn.json(server.admin("GET", "/version", ""))
                .path("migrations_applied")
                .asInt();
    }

    private static JsonNode filled(DroppedExtension bookmarks) {
        ObjectNode set = DroppedExtension.object();
        ObjectNode create = set.putObject("create");
        create.putObject("a").put("url", "https://a.example/").put("title", "Zebras");
        create.putObject("b").put("url", "https://b.example/").put("title", "Apes");
        create.putObject("c").put("url", " ");
        create.putObject("d").put("url", "https://d.example/").put("stars", 3);
        JsonNode done = bookmarks.done("Bookmark/set", set);
        assertThat(done.path("created")).hasSize(2);
        assertThat(done.at("/notCreated/c/properties/0").asText()).isEqualTo("url");
        assertThat(done.at("/notCreated/d/properties/0").asText()).isEqualTo("stars");
        return done;
    }

    private static void changed(DroppedExtension bookmarks, JsonNode done) {
        String a = done.at("/created/a/id").asText();
        String b = done.at("/created/b/id").asText();
        ObjectNode byTitle = DroppedExtension.object();
        byTitle.putArray("sort").addObject().put("property", "title");
        JsonNode query = bookmarks.done("Bookmark/query", byTitle.deepCopy());
        assertThat(query.path("ids")).extracting(JsonNode::asText).containsExactly(b, a);

        ObjectNode set = DroppedExtension.object();
        set.putObject("update").putObject(a).put("title", "Aardvarks");
        set.putObject("create").putObject("e").put("url", "https://e.example/");
        set.putArray("destroy").add(b).add("b9999");
        JsonNode second = bookmarks.done("Bookmark/set", set);
        String e = second.at("/created/e/id").asText();
        assertThat(second.at("/notDestroyed/b9999/type").asText()).isEqualTo("notFound");

        JsonNode changes = bookmarks.done(
                "Bookmark/changes",
                DroppedExtension.object()
                        .put("sinceState", done.path("newState").asText()));
        assertThat(changes.path("created")).extracting(JsonNode::asText).containsExactly(e);
        assertThat(changes.path("updated")).extracting(JsonNode::asText).containsExactly(a);
        assertThat(changes.path("destroyed")).extracting(JsonNode::asText).containsExactly(b);
        JsonNode moved = bookmarks.done(
                "Bookmark/queryChanges",
                byTitle.put("sinceQueryState", query.path("queryState").asText()));
        assertThat(moved.path("removed")).extracting(JsonNode::asText).containsExactlyInAnyOrder(a, b);
        assertThat(moved.path("added"))
                .extracting(JsonNode::toString)
                .containsExactly("{\"id\":\"" + e + "\",\"index\":0}", "{\"id\":\"" + a + "\",\"index\":1}");

        JsonNode response =
                bookmarks.done("Bookmark/get", DroppedExtension.object().putNull("ids"));
        assertThat(response.path("list")).hasSize(2);
        ObjectNode filter = DroppedExtension.object();
        filter.putObject("filter").put("urlContains", "a.ex");
        assertThat(bookmarks.done("Bookmark/query", filter).path("ids"))
                .extracting(JsonNode::asText)
                .containsExactly(a);
        assertThat(bookmarks
                        .call("Bookmark/copy", DroppedExtension.object())
                        .at("/1/type")
                        .asText())
                .isEqualTo("unknownMethod");
    }
}

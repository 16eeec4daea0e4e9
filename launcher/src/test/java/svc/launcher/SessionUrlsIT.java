package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** The prefix of the session's URLs: the host of a request does not change it. */
final class SessionUrlsIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> URLS = List.of("apiUrl", "uploadUrl", "downloadUrl", "eventSourceUrl");

    @TempDir
    private Path directory;

    private static ObjectNode session(SignedIn otherUser, String host) throws Exception {
        return (ObjectNode) JSON.readTree(RawHost.get(otherUser, host, "/.well-known/jmap"));
    }

    /** Returns the URL of the WebSocket in a session. */
    private static String socket(JsonNode session) {
        ObjectNode capability = (ObjectNode) session.at("/capabilities/urn:ietf:params:jmap:websocket");
        return capability.remove("url").asText();
    }

    @Test
    @Covers({"SESS-06", "SESS-10", "SESS-12"})
    void requestHostIsInTheUrlsAndNotInTheState() throws Exception {
        try (RunningServer server =
                SvcCommand.svc().start(directory.resolve("home")).ready()) {
            SignedIn ann = SignedIn.as(server, "ann@example.org");
            ObjectNode one = session(ann, "one.example.org");
            ObjectNode other = session(ann, "other.example.org:8443");
            for (String url : URLS) {
                assertThat(one.path(url).asText()).startsWith("http://one.example.org/jmap");
                assertThat(other.path(url).asText()).startsWith("http://other.example.org:8443/jmap");
            }
            assertThat(one.path("state").asText()).hasSizeGreaterThan(8);
            assertThat(other.path("state")).isEqualTo(one.path("state"));
            JsonNode response = SignedIn.json(ann.post("/jmap", "{\"using\":[],\"methodCalls\":[]}"));
            assertThat(response.path("sessionState")).isEqualTo(one.path("state"));
            assertThat(socket(one)).isEqualTo("ws://one.example.org/jmap/ws");
            assertThat(socket(other)).isEqualTo("ws://other.example.org:8443/jmap/ws");
            assertThat(one.remove(URLS)).isEqualTo(other.remove(URLS));
        }
    }

    @Test
    @Covers({"SESS-06", "SESS-07", "SESS-08", "SESS-09", "SESS-10"})
    void urlsCanBeRelative() throws Exception {
        JsonNode state;
        try (RunningServer server = SvcCommand.svc()
                .start(
                        directory.resolve("home"),
                        "--set",
                        "server.session_urls=\"relative\"",
                        "--set",
                        "server.public_url=\"https://mail.example.org\"")
                .ready()) {
            SignedIn ann = SignedIn.as(server, "ann@example.org");
            ObjectNode session = session(ann, "one.example.org");
            assertThat(session.path("apiUrl").asText()).isEqualTo("/jmap");
            assertThat(socket(session)).as("never a path alone").isEqualTo("wss://mail.example.org/jmap/ws");
            assertThat(session.path("uploadUrl").asText()).isEqualTo("/jmap/upload/{accountId}");
            assertThat(session.path("downloadUrl").asText())
                    .isEqualTo("/jmap/download/{accountId}/{blobId}/{name}?type={type}");
            assertThat(session.path("eventSourceUrl").asText())
                    .isEqualTo("/jmap/eventsource/?types={types}&closeafter={closeafter}&ping={ping}");
            assertThat(session(ann, "other.example.org")).isEqualTo(session(ann, "one.example.org"));
            state = session.path("state");
        }
        try (RunningServer server = SvcCommand.svc()
                .start(directory.resolve("home"), "--set", "server.public_url=\"https://mail.example.org\"")
                .ready()) {
            assertThat(session(SignedIn.again(server, "ann@example.org"), "one.example.org")
                            .path("state"))
                    .as("other URLs, another state")
                    .isNotEqualTo(state);
        }
    }
}

package svc.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.http.Http2Wire.End;
import svc.http.server.RunningHttpServer;

class Http2RefusalsTest {

    private static final int NO_ERROR = 0;

    private final RunningHttpServer running = RunningHttpServer.with("max_header_bytes", 4096);
    private Http2Wire wire;

    @BeforeEach
    void connect() throws IOException {
        running.mount(
                        Map.of("svc.http.path", "/small", "svc.http.maxBody", 10L),
                        RunningHttpServer.answering((request, response) -> response.getWriter()
                                .write("read " + request.getInputStream().readAllBytes().length)))
                .mount("/early", RunningHttpServer.answering((request, response) -> response.sendError(403)));
        wire = new Http2Wire(running.port());
    }

    @AfterEach
    void disconnect() throws IOException {
        wire.close();
        running.close();
    }

    @Test
    void sendsTheWholeResponseForATooLongContentLength() throws Exception {
        wire.head(false, "POST", "/small", "content-length", "100000");
        wire.body(16_000);
        End end = wire.end(true);
        assertThat(end.body()).contains("\"status\":413");
        assertThat(end).extracting(End::whole, End::error).containsExactly(true, NO_ERROR);
        theConnectionIsWell();
    }

    @Test
    void sendsTheWholeResponseForABodyThatExceedsTheLimit() throws Exception {
        wire.head(false, "POST", "/small");
        wire.body(16_000);
        End end = wire.end(true);
        assertThat(end.body()).contains("\"status\":413");
        assertThat(end).extracting(End::whole, End::error).containsExactly(true, NO_ERROR);
        theConnectionIsWell();
    }

    @Test
    void sendsTheWholeResponseBeforeTheBodyIsComplete() throws Exception {
        wire.head(false, "POST", "/early");
        End end = wire.end(true);
        assertThat(end.body()).contains("\"status\":403");
        assertThat(end).extracting(End::whole, End::error).containsExactly(true, NO_ERROR);
        theConnectionIsWell();
    }

    @Test
    void answersTooLongHeadersOnTheirStream() throws Exception {
        wire.head(true, "GET", "/small", "x", "y".repeat(4_100));
        assertThat(wire.end(false).body()).contains("\"status\":431", "request header section is too long");
        wire.head(true, "GET", "/small?" + "y".repeat(5_000));
        assertThat(wire.end(false).body()).contains("\"status\":431");
        wire.head(false, "POST", "/small", "x", "y".repeat(15_000));
        assertThat(wire.end(true)).extracting(End::whole, End::error).containsExactly(true, NO_ERROR);
        theConnectionIsWell();
    }

    @Test
    void closesTheConnectionForExcessiveHeaders() throws Exception {
        wire.head(true, "GET", "/small", "x", "y".repeat(16_360));
        assertThatThrownBy(() -> wire.end(false)).isInstanceOf(IOException.class);
        assertThat(running.get("/small").body()).isEqualTo("read 0");
    }

    private void theConnectionIsWell() throws IOException {
        wire.head(true, "GET", "/small");
        assertThat(wire.end(false).body()).isEqualTo("read 0");
    }
}

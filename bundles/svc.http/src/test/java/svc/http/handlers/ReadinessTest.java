package svc.http.handlers;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import svc.api.health.ReadinessCheck;
import svc.http.server.RunningHttpServer;
import svc.testkit.Covers;

/** A failing readiness check makes {@code /healthz/ready} respond with 503 and affects nothing else. */
@Covers("HLTH-03")
class ReadinessTest {

    @Test
    void readyReportsTheProblemOfACheckUntilItRecovers() throws Exception {
        AtomicReference<String> trouble = new AtomicReference<>("");
        try (RunningHttpServer running = RunningHttpServer.with()) {
            running.parts.add(() -> Optional.ofNullable(trouble.get()).filter(text -> !text.isEmpty()));
            running.mount("/a", RunningHttpServer.echo());
            assertThat(running.get("/healthz/ready").statusCode()).isEqualTo(200);

            trouble.set("The \"disk\" is\nfull.");
            HttpResponse<String> refused = running.get("/healthz/ready");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("retry-after")).isPresent();
            assertThat(refused.headers().firstValue("content-type")).hasValue("application/problem+json");
            assertThat(refused.body()).contains("\"detail\":\"The  disk  is full.\"");
            assertThat(running.get("/healthz/live").statusCode()).isEqualTo(200);
            assertThat(running.get("/a").statusCode()).isEqualTo(200);

            trouble.set("");
            assertThat(running.get("/healthz/ready").body()).isEqualTo("{\"status\":\"ready\"}");
        }
    }

    @Test
    void aThrowingCheckIsNotReadyAndARemovedOneIsIgnored() throws Exception {
        ReadinessCheck broken = () -> {
            throw new IllegalStateException("internal");
        };
        try (RunningHttpServer running = RunningHttpServer.with()) {
            running.parts.add(broken);
            assertThat(running.get("/healthz/ready"))
                    .returns(503, HttpResponse::statusCode)
                    .satisfies(answer -> assertThat(answer.body()).doesNotContain("internal"));
            running.parts.remove(broken);
            assertThat(running.get("/healthz/ready").statusCode()).isEqualTo(200);
        }
    }
}

package svc.mail.out.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.delivery.Envelope;
import svc.api.delivery.SmtpReply;
import svc.testkit.Eventually;

/** Several hosts, connections that are used again, deadlines and the stop. */
final class ConnectionsTest {

    private final Sending sending = new Sending();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        sending.close();
    }

    private CompletableFuture<List<SmtpReply>> start(String recipient, String message) {
        sending.transport();
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return sending.send(Envelope.of("ann@own.test", List.of(recipient)), message);
                    } catch (IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                },
                this::start);
    }

    private void start(Runnable task) {
        Thread thread = new Thread(task);
        threads.add(thread);
        thread.start();
    }

    /** Returns the number of messages that wait until another one no longer needs its connection. */
    private long waiting() {
        return threads.stream()
                .filter(thread -> thread.getState() == Thread.State.WAITING)
                .filter(thread -> Arrays.stream(thread.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(SessionPool.class.getName())))
                .count();
    }

    private static void assertUnreachable(CompletableFuture<?> sent, String text) {
        assertThatThrownBy(() -> sent.get(20, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining(text);
    }

    @ParameterizedTest
    @CsvSource({
        "(greeting),554 5.3.2 No mail here",
        "(greeting),421 4.3.2 Busy",
        "(greeting),(close)",
        "EHLO,421 Busy",
        "MAIL,421 Busy",
        "RCPT,(close)",
        "DATA,(close)"
    })
    void nextHostGetsTheMessage(String command, String reply) throws IOException {
        sending.zone.mx("far.test", 1, "a.far.test").mx("far.test", 2, "b.far.test");
        ScriptedHost first = sending.host("a.far.test").replies(command, reply);
        ScriptedHost second = sending.host("b.far.test");
        assertThat(sending.send("bob@far.test").get(0).toString()).isEqualTo("250 2.0.0 b.far.test said: Taken");
        assertThat(first.connections()).isEqualTo(1);
        assertThat(second.messages()).hasSize(1);
    }

    @Test
    void nextAddressOfAHostGetsTheMessage() throws IOException {
        ScriptedHost open = sending.mx("far.test");
        sending.zone.mx("two.test", 1, "two.test").address("two.test", "127.0.0.9", "127.0.0.1");
        assertThat(sending.send("bob@two.test").get(0).toString()).isEqualTo("250 2.0.0 two.test said: Taken");
        assertThat(open.messages()).hasSize(1);
    }

    @Test
    void hostThatHasRepliedDecides() throws IOException {
        sending.zone.mx("far.test", 1, "a.far.test").mx("far.test", 2, "b.far.test");
        sending.host("a.far.test").replies("RCPT", "450 4.7.1 Greylisted");
        ScriptedHost second = sending.host("b.far.test");
        assertThat(sending.send("bob@far.test").get(0).isTransient()).isTrue();
        assertThat(second.connections()).isZero();
    }

    @Test
    void domainWaitsIfAllHostsRefuse() {
        sending.zone.mx("far.test", 1, "a.far.test").mx("far.test", 2, "b.far.test");
        sending.host("a.far.test").replies(ScriptedHost.GREETING, "554 5.3.2 No mail");
        sending.zone.address("b.far.test", "127.0.0.9");
        assertThatThrownBy(() -> sending.send("bob@far.test"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a.far.test: it said 554 No mail; b.far.test: ");
        assertThat(sending.metrics.unreachable()).isEqualTo(1);
    }

    @Test
    void connectionIsUsedAgainWithinAMinute() throws IOException {
        ScriptedHost host = sending.mx("far.test");
        sending.zone.mx("other.test", 1, "mx.far.test");
        sending.send("bob@far.test");
        sending.send("bob@other.test");
        assertThat(host.connections()).isEqualTo(1);
        assertThat(host.commands("RSET")).hasSize(1);
        sending.clock.advance(SessionPool.IDLE);
        Eventually.until("ended", () -> host.commands("QUIT").size() == 1);
        sending.send("bob@far.test");
        assertThat(host.connections()).isEqualTo(2);
    }

    @Test
    void connectionThatTheServerHasEndedIsOpenedAgain() throws IOException {
        ScriptedHost host = sending.mx("far.test").replies("RSET", ScriptedHost.CLOSE);
        sending.send("bob@far.test");
        assertThat(sending.send("bob@far.test").get(0).isPositive()).isTrue();
        assertThat(host.connections()).isEqualTo(2);
    }

    @Test
    void connectionIsEndedAfterAHundredMessages() throws IOException {
        ScriptedHost host = sending.mx("far.test");
        for (int i = 0; i < SessionPool.MOST_MESSAGES; i++) {
            assertThat(host.connections()).isLessThan(2);
            sending.send("bob@far.test");
        }
        assertThat(host.commands("QUIT")).hasSize(1);
        sending.send("bob@far.test");
        assertThat(host.connections()).isEqualTo(2);
    }

    @Test
    void hostHasALimitOfConnectionsAndTheNextMessageWaits() throws Exception {
        sending.with("max_connections_per_host", 2);
        ScriptedHost host = sending.mx("far.test").replies(".", ScriptedHost.SILENCE, ScriptedHost.SILENCE, "250 OK");
        List<CompletableFuture<List<SmtpReply>>> sent = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            sent.add(start("bob@far.test", Sending.MESSAGE));
        }
        Eventually.until("busy", () -> host.messages().size() == 2);
        Eventually.until("the others wait", () -> waiting() == 2);
        assertThat(host.connections()).isEqualTo(2);
        sending.clock.advance(SessionPool.WAIT);
        long waited = sent.stream()
                .filter(CompletableFuture::isCompletedExceptionally)
                .count();
        assertThat(waited).isLessThanOrEqualTo(2);
        Eventually.until(
                "given up",
                () -> sent.stream()
                                .filter(CompletableFuture::isCompletedExceptionally)
                                .count()
                        == 2);
        sending.clock.advance(SmtpSession.FINAL);
        assertThat(sent.stream().filter(one -> !one.isCompletedExceptionally()).toList())
                .hasSize(2)
                .allSatisfy(
                        one -> assertThat(one.get(20, TimeUnit.SECONDS).get(0).toString())
                                .startsWith("451 4.4.2 "));
        assertThat(sending.send("bob@far.test").get(0).isPositive()).isTrue();
    }

    @Test
    void idleConnectionOfAnotherHostMakesRoom() throws IOException {
        sending.with("max_connections", 1);
        ScriptedHost first = sending.mx("a.test");
        sending.mx("b.test");
        sending.send("bob@a.test");
        assertThat(sending.send("bob@b.test").get(0).isPositive()).isTrue();
        Eventually.until("ended", () -> first.commands("QUIT").size() == 1);
    }

    @ParameterizedTest
    @CsvSource({"EHLO,300", "MAIL,300", "RCPT,300", "DATA,120"})
    void silentServerIsGivenUp(String command, int seconds) {
        ScriptedHost host = sending.mx("far.test").replies(command, ScriptedHost.SILENCE);
        CompletableFuture<?> sent = start("bob@far.test", Sending.MESSAGE);
        Eventually.until("silent", () -> !host.commands(command).isEmpty());
        sending.clock.advance(Duration.ofSeconds(seconds - 30));
        assertThat(sent).isNotDone();
        sending.clock.advance(Duration.ofSeconds(30));
        assertUnreachable(sent, "mx.far.test: it did not answer within " + seconds / 60 + " minutes");
    }

    @Test
    void serverWithoutAGreetingIsGivenUp() {
        sending.mx("far.test").replies(ScriptedHost.GREETING, ScriptedHost.SILENCE);
        CompletableFuture<?> sent = start("bob@far.test", Sending.MESSAGE);
        Eventually.until("given up", () -> {
            sending.clock.advance(Duration.ofSeconds(10));
            return sent.isDone();
        });
        assertUnreachable(sent, "mx.far.test: it did not answer within ");
    }

    @Test
    void serverThatSendsOctetByOctetIsGivenUp() {
        ScriptedHost host = sending.mx("far.test").replies("MAIL", ScriptedHost.TRICKLE);
        CompletableFuture<?> sent = start("bob@far.test", Sending.MESSAGE);
        Eventually.until("slow", () -> !host.commands("MAIL").isEmpty());
        for (int i = 0; i < 6; i++) {
            sending.clock.advance(Duration.ofMinutes(1));
        }
        assertUnreachable(sent, "it did not answer within 5 minutes");
    }

    @Test
    void serverThatReadsNothingIsGivenUp() {
        ScriptedHost host = sending.mx("far.test").replies(ScriptedHost.CONTENT, ScriptedHost.SILENCE);
        CompletableFuture<?> sent = start("bob@far.test", Sending.MESSAGE + "Line\r\n".repeat(3_000_000));
        Eventually.until("blocked", () -> !host.commands("DATA").isEmpty());
        Eventually.until("given up", () -> {
            sending.clock.advance(SmtpSession.BLOCK);
            return sent.isDone();
        });
        assertUnreachable(sent, "it did not answer within ");
    }

    @Test
    void stopEndsConnections() {
        ScriptedHost host = sending.mx("far.test").replies("MAIL", ScriptedHost.SILENCE);
        CompletableFuture<?> sent = start("bob@far.test", Sending.MESSAGE);
        Eventually.until("silent", () -> !host.commands("MAIL").isEmpty());
        sending.pool().stop();
        assertUnreachable(sent, "this server is being stopped");
        assertThatThrownBy(() -> sending.send("bob@far.test")).hasMessageContaining("this server is being stopped");
    }

    @Test
    void stopWaitsForTheReplyToAMessage() throws Exception {
        ScriptedHost host = sending.mx("far.test").replies(".", ScriptedHost.LATE);
        CompletableFuture<List<SmtpReply>> sent = start("bob@far.test", Sending.MESSAGE);
        Eventually.until("complete", () -> host.messages().size() == 1);
        CompletableFuture<Void> stop =
                CompletableFuture.runAsync(() -> sending.pool().stop());
        host.release();
        assertThat(sent.get(20, TimeUnit.SECONDS).get(0).toString()).isEqualTo("250 2.0.0 mx.far.test said: Late");
        stop.get(20, TimeUnit.SECONDS);
    }

    @Test
    void stopWaitsHalfAMinuteOnly() throws Exception {
        ScriptedHost host = sending.mx("far.test").replies(".", ScriptedHost.SILENCE);
        CompletableFuture<List<SmtpReply>> sent = start("bob@far.test", Sending.MESSAGE);
        Eventually.until("complete", () -> host.messages().size() == 1);
        CompletableFuture<Void> stop =
                CompletableFuture.runAsync(() -> sending.pool().stop());
        Eventually.until("given up", () -> {
            sending.clock.advance(SessionPool.STOP);
            return stop.isDone();
        });
        assertThat(sent.get(20, TimeUnit.SECONDS).get(0).toString()).startsWith("451 4.4.2 ");
    }

    @Test
    void healthCheckNoticesThatNoServerCanBeReached() throws IOException {
        sending.mx("far.test");
        sending.zone.mx("closed.test", 1, "closed.test").address("closed.test", "127.0.0.9");
        SendSettings settings = new SendSettings(Sending.config(java.util.Map.of()), java.nio.file.Path.of("."));
        SendingHealthCheck check = new SendingHealthCheck(settings, sending.metrics, () -> "mail.own.test");
        for (int i = 0; i < 10; i++) {
            assertThat(check.run().get(0).status().name()).isEqualTo("OK");
            assertThatThrownBy(() -> sending.send("bob@closed.test")).isInstanceOf(IOException.class);
        }
        assertThat(check.run().get(0).status().name()).isEqualTo("WARN");
        sending.send("bob@far.test");
        assertThat(check.run().get(0).status().name()).isEqualTo("OK");
    }
}

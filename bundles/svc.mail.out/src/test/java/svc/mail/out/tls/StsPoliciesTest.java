package svc.mail.out.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import svc.api.dns.Resolver;
import svc.mail.out.tls.StsPolicy.Mode;
import svc.testkit.Eventually;

/** MTA-STS policies: when they are fetched, how long they apply, and what a failure causes. */
final class StsPoliciesTest extends PolicyFixture {

    private static final String TESTING = ENFORCE.replace("enforce", "testing");

    private Optional<Mode> mode() throws IOException {
        return sts.find(DOMAIN).map(StsPolicy::mode);
    }

    @Test
    void policyIsFetchedOnceAndKept() throws IOException {
        publishSts("1", ENFORCE);

        assertThat(mode()).contains(Mode.ENFORCE);
        assertThat(mode()).contains(Mode.ENFORCE);
        assertThat(sts().find(DOMAIN).map(StsPolicy::mx)).as("after a restart").contains(List.of(MX));
        assertThat(web.requests).hasSize(1);
        assertThat(web.requests.get(0).target().toUri())
                .hasToString("https://mta-sts.example.org/.well-known/mta-sts.txt");
    }

    @Test
    void domainWithoutARecordHasNoPolicyAndIsNotAsked() throws IOException {
        assertThat(mode()).isEmpty();
        dns.txt("_mta-sts." + DOMAIN, "v=STSv1; id=1", "v=STSv1; id=2");
        assertThat(mode()).isEmpty();
        dns.txt("_mta-sts." + DOMAIN, "v=STSv1; id=");
        assertThat(mode()).isEmpty();
        dns.txt("_mta-sts." + DOMAIN, "v=STSv1; id=" + "x".repeat(33));
        assertThat(mode()).isEmpty();
        dns.failing("_mta-sts." + DOMAIN);
        assertThat(mode()).isEmpty();
        assertThat(web.requests).isEmpty();
    }

    @Test
    void newIdFetchesTheNewPolicy() throws IOException {
        publishSts("1", ENFORCE);
        mode();
        publishSts("2", TESTING);

        assertThat(mode()).contains(Mode.TESTING);
        assertThat(mode()).contains(Mode.TESTING);
        assertThat(web.requests).hasSize(2);
    }

    @Test
    void knownPolicyAppliesWhenTheRecordIsGone() throws IOException {
        publishSts("1", ENFORCE);
        mode();

        dns.remove("TXT _mta-sts." + DOMAIN);
        assertThat(mode()).contains(Mode.ENFORCE);
        dns.failing("_mta-sts." + DOMAIN);
        assertThat(mode()).contains(Mode.ENFORCE);
        clock.advance(Duration.ofDays(7));
        assertThat(mode()).as("after max_age").isEmpty();
    }

    /** A reply of the web server, and the type of the failure. */
    private record Failing(String name, WebServer.Reply reply, String failure) {

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Failing> failures() {
        return Stream.of(
                new Failing(
                        "redirect",
                        request -> WebServer.response(301, "text/plain", ENFORCE),
                        "sts-policy-fetch-error"),
                new Failing(
                        "not found",
                        request -> WebServer.response(404, "text/plain", ENFORCE),
                        "sts-policy-fetch-error"),
                new Failing(
                        "partial", request -> WebServer.response(206, "text/plain", ENFORCE), "sts-policy-fetch-error"),
                new Failing("too large", WebServer::endless, "sts-policy-fetch-error"),
                new Failing("unreachable", StsPoliciesTest::unreachable, "sts-policy-fetch-error"),
                new Failing("bad certificate", StsPoliciesTest::badCertificate, "sts-webpki-invalid"),
                new Failing(
                        "wrong type", request -> WebServer.response(200, "text/html", ENFORCE), "sts-policy-invalid"),
                new Failing(
                        "malformed", request -> WebServer.response(200, "text/plain", "<html>"), "sts-policy-invalid"));
    }

    private static svc.api.http.client.OutboundResponse unreachable(Object request) throws IOException {
        throw new java.net.ConnectException("No connection was made");
    }

    private static svc.api.http.client.OutboundResponse badCertificate(Object request) throws IOException {
        throw new IOException("No connection was made", new SSLHandshakeException("expired"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void failureWithoutAKnownPolicyMeansNoPolicy(Failing failing) throws IOException {
        publishSts("1", ENFORCE);
        web.answering(failing.reply());

        assertThat(mode()).isEmpty();
        assertThat(counted()).containsOnly(Map.entry("sts " + failing.failure(), 1L));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void failureKeepsTheKnownPolicy(Failing failing) throws IOException {
        publishSts("1", ENFORCE);
        mode();
        publishSts("2", TESTING);
        web.answering(failing.reply());

        assertThat(mode()).contains(Mode.ENFORCE);
        assertThat(counted()).containsOnly(Map.entry("sts " + failing.failure(), 1L));
    }

    @Test
    void policyHostWithoutAnAddressFails() throws IOException {
        publishSts("1", ENFORCE);
        dns.remove("IPV4 mta-sts." + DOMAIN);

        assertThat(mode()).isEmpty();
        assertThat(web.requests).isEmpty();
        assertThat(counted()).containsOnly(Map.entry("sts sts-policy-fetch-error", 1L));
    }

    @Test
    void failedFetchIsRepeatedAfterFiveMinutes() throws IOException {
        publishSts("1", ENFORCE);
        web.answering(request -> WebServer.response(503, "text/plain", ""));
        mode();
        mode();
        clock.advance(StsPolicies.PAUSE.minusSeconds(60));
        sts().find(DOMAIN);
        assertThat(web.requests).hasSize(1);

        clock.advance(Duration.ofSeconds(60));
        web.policy(ENFORCE);
        assertThat(mode()).contains(Mode.ENFORCE);
        assertThat(web.requests).hasSize(2);
    }

    @Test
    void failedFetchIsRepeatedAtOnceForANewId() throws IOException {
        publishSts("1", "");
        mode();
        publishSts("2", ENFORCE);

        assertThat(mode()).contains(Mode.ENFORCE);
    }

    @Test
    void expiredPolicyIsFetchedAgain() throws IOException {
        publishSts("1", ENFORCE.replace("604800", "3600"));
        mode();
        clock.advance(Duration.ofMinutes(59));
        mode();
        assertThat(web.requests).hasSize(1);

        clock.advance(Duration.ofSeconds(60));
        assertThat(mode()).contains(Mode.ENFORCE);
        assertThat(web.requests).hasSize(2);

        clock.advance(Duration.ofHours(1));
        web.policy("");
        assertThat(mode()).isEmpty();
        assertThat(mode()).isEmpty();
        assertThat(web.requests).as("one failed attempt within five minutes").hasSize(3);
    }

    @Test
    void policyIsRefreshedOnceADay() throws IOException {
        publishSts("1", ENFORCE);
        mode();
        clock.advance(StsPolicies.LOOK.minusSeconds(60));
        sts.refresh();
        assertThat(web.requests).hasSize(1);

        clock.advance(Duration.ofSeconds(60));
        web.policy(TESTING);
        sts.refresh();
        sts.refresh();
        assertThat(web.requests).hasSize(2);
        assertThat(mode()).contains(Mode.TESTING);

        for (int day = 0; day < 10; day++) { // longer than max_age
            clock.advance(StsPolicies.LOOK);
            sts.refresh();
            assertThat(mode()).contains(Mode.TESTING);
        }
    }

    @Test
    void failedRefreshKeepsThePolicyUntilItExpires() throws IOException {
        publishSts("1", ENFORCE);
        mode();
        web.answering(request -> WebServer.response(500, "text/plain", ""));

        for (int day = 1; day < 7; day++) {
            clock.advance(StsPolicies.LOOK);
            sts.refresh();
            assertThat(mode()).as("day " + day).contains(Mode.ENFORCE);
        }
        clock.advance(StsPolicies.LOOK);
        sts.refresh();
        assertThat(mode()).isEmpty();
    }

    @Test
    void unusedPolicyIsNotRefreshed() throws IOException {
        publishSts("1", ENFORCE.replace("604800", "31557600"));
        mode();
        clock.advance(Duration.ofDays(StsPolicies.DAYS_USED));
        sts.refresh();
        assertThat(web.requests).hasSize(2);

        clock.advance(Duration.ofDays(1));
        sts.refresh();
        assertThat(web.requests).hasSize(2);
        mode();
        sts.refresh();
        assertThat(web.requests).hasSize(3);
    }

    @Test
    void threadsShareOneRequest() {
        publishSts("1", ENFORCE);
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        web.answering(request -> {
            asked.countDown();
            await(answered);
            return WebServer.response(200, "text/plain", ENFORCE);
        });

        List<CompletableFuture<Optional<Mode>>> all = Stream.generate(() -> CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                return mode();
                            } catch (IOException e) {
                                throw new AssertionError(e);
                            }
                        },
                        task -> new Thread(task).start()))
                .limit(4)
                .toList();
        await(asked);
        Eventually.until(
                "looked up",
                () -> dns.asked.stream()
                                .filter(("TXT _mta-sts." + DOMAIN)::equals)
                                .count()
                        == 4);
        answered.countDown();

        assertThat(all).allSatisfy(one -> assertThat(one.join()).contains(Mode.ENFORCE));
        assertThat(web.requests).hasSize(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void refreshBeginsTwoMinutesAfterTheStart() throws IOException {
        publishSts("1", ENFORCE);
        mode();
        clock.advance(StsPolicies.LOOK);
        StsRefresh refresh = new StsRefresh(true, sts, (name, time) -> Optional.of(() -> {}), clock);
        clock.advance(Resolver.QUIET.minusSeconds(60));
        assertThat(web.requests).hasSize(1);

        clock.advance(Duration.ofSeconds(60));
        Eventually.until("refreshed", () -> web.requests.size() == 2);
        refresh.stop();
    }
}

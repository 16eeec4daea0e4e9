package svc.dns;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;
import svc.api.dns.Answer.Failed;
import svc.api.dns.Answer.Found;
import svc.api.dns.Answer.None;
import svc.dns.Settings.Dnssec;

/** How long answers are cached, and how many. */
final class CacheTest extends Fixture {

    private final Zone zone = new Zone("test.")
            .add("test.", 300, Type.TXT, "x")
            .add("long.test.", 2_000_000, Type.TXT, "x")
            .add("none.test.", 0, Type.TXT, "x")
            .add("alias.test.", 100, Type.CNAME, "test.");
    private final Zones zones = new Zones(zone, new Zone("."));
    private final CachingResolver resolver = insecure(server.address());

    CacheTest() {
        zones.serve(server);
    }

    /** The clock also follows the machine, so the test leaves at least 20 seconds before the end of the time. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            test,       280
            alias.test, 80
            long.test,  86380
            nope.test,  40
            """)
    void cachesForTheTimeToLive(String name, int seconds) {
        resolver.txt(name);
        clock.advance(Duration.ofSeconds(seconds));
        resolver.txt(name);
        assertThat(server.queries).hasSize(1);
        assertThat(counted()).containsEntry("cached", 1L);

        clock.advance(Duration.ofSeconds(20));
        resolver.txt(name);
        assertThat(server.queries).hasSize(2);
    }

    @Test
    void doesNotCacheARecordWithoutTimeToLive() {
        resolver.txt("none.test");
        resolver.txt("none.test");

        assertThat(server.queries).hasSize(2);
    }

    @Test
    void aTimeToLiveWithTheHighestBitCountsAsZero() {
        server.answering((query, overTcp) -> {
            byte[] wire = zones.answer(query).toWire();
            wire[wire.length - 8] = (byte) 0x80; // the time to live stands before the length and the 2 octets of "x"
            return List.of(wire);
        });

        assertThat(resolver.txt("test")).isInstanceOf(Found.class);
        resolver.txt("test");
        assertThat(server.queries).hasSize(2);
    }

    @Test
    void doesNotCacheANegativeAnswerWithoutSoa() {
        zones.serve(server, answer -> {
            answer.removeAllRecords(Section.AUTHORITY);
            return answer;
        });

        assertThat(resolver.txt("nope.test")).isInstanceOf(None.class);
        resolver.txt("nope.test");
        assertThat(server.queries).hasSize(2);
    }

    @Test
    void doesNotCacheANegativeAnswerWithTheSoaOfAnotherZone() {
        zones.serve(server, answer -> {
            answer.removeAllRecords(Section.AUTHORITY);
            Zone other = new Zone("other.");
            answer.addRecord(other.set(other.origin, Type.SOA).first(), Section.AUTHORITY);
            return answer;
        });

        resolver.txt("nope.test");
        resolver.txt("nope.test");
        assertThat(server.queries).hasSize(2);
    }

    @Test
    void cachesAFailureForTenSeconds() {
        server.answering(
                (query, overTcp) -> List.of(Zones.failure(query, Rcode.SERVFAIL).toWire()));
        assertThat(resolver.txt("test")).isInstanceOf(Failed.class);
        zones.serve(server);

        assertThat(resolver.txt("test")).isInstanceOf(Failed.class);
        assertThat(server.queries).hasSize(1);
        clock.advance(Duration.ofSeconds(10));
        assertThat(resolver.txt("test")).isInstanceOf(Found.class);
    }

    @Test
    void typesAreCachedSeparately() {
        resolver.txt("test");
        resolver.mx("test");
        resolver.mx("test");

        assertThat(server.queries).hasSize(2);
    }

    @Test
    void theMemoryIsLimited() {
        Settings small = new Settings(List.of(server.address()), Dnssec.OFF, TrustAnchors.builtIn(), TIMEOUT, 4_000);
        CachingResolver limited = resolver(small);
        for (int i = 0; i < 20; i++) {
            limited.txt("n" + i + ".test");
        }

        limited.txt("n19.test");
        assertThat(server.queries).hasSize(20);
        limited.txt("n0.test");
        assertThat(server.queries).hasSize(21);
    }
}

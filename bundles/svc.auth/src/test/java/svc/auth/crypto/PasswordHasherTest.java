package svc.auth.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.auth.crypto.HashConcurrencyLimit.Place;
import svc.auth.crypto.PasswordHasher.Verdict;
import svc.auth.storage.AuthFixture;
import svc.testkit.Eventually;

class PasswordHasherTest {

    private final PasswordHasher passwords = new PasswordHasher(AuthFixture.CHEAP, new HashConcurrencyLimit(2, 100));

    /** Two hashes of the reference implementation of Argon2, and one of OpenSSL with the current cost parameters. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
                "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
                "$argon2id$v=19$m=19456,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$0qsHs573+LgGInzYb7sRqlOTBmqY4X6srNEm6ybpJ20"
            })
    void knowsTheHashesOfOthers(String text) {
        assertThat(passwords.compare("password", Optional.of(text), Place.HERE)).contains(Verdict.RIGHT_BUT_CHEAP);
        assertThat(passwords.compare("Password", Optional.of(text), Place.HERE)).contains(Verdict.WRONG);
        assertThat(PasswordHash.of(text).orElseThrow().text()).isEqualTo(text);
    }

    @Test
    void aPasswordIsRightAndEveryOtherWrong() {
        String kept = passwords.hash("correct horse");
        assertThat(kept).matches("\\$argon2id\\$v=19\\$m=64,t=1,p=1\\$[A-Za-z0-9+/]{22}\\$[A-Za-z0-9+/]{43}");
        assertThat(passwords.hash("correct horse")).as("each has its own salt").isNotEqualTo(kept);
        assertThat(passwords.compare("correct horse", Optional.of(kept), Place.HERE))
                .contains(Verdict.RIGHT);
        assertThat(passwords.compare("correct horsE", Optional.of(kept), Place.HERE))
                .contains(Verdict.WRONG);
        assertThat(passwords.compare("", Optional.of(kept), Place.HERE)).contains(Verdict.WRONG);
        assertThat(passwords.compare("correct horse", Optional.empty(), Place.HERE))
                .contains(Verdict.WRONG);
        assertThat(passwords.compare("correct horse", Optional.of("nonsense"), Place.HERE))
                .contains(Verdict.WRONG);
    }

    @Test
    void theCostOfToday() {
        assertThat(new PasswordHasher().hash("correct horse")).startsWith("$argon2id$v=19$m=19456,t=2,p=1$");
    }

    @Test
    void twoWaysToTypeALetterAreOnePassword() {
        String kept = passwords.hash("sch\u00f6nes Wetter");
        assertThat(passwords.compare("scho\u0308nes Wetter", Optional.of(kept), Place.HERE))
                .contains(Verdict.RIGHT);
    }

    @Test
    void hasEightTo256Characters() {
        assertThat(PasswordHasher.acceptable("a".repeat(7))).isFalse();
        assertThat(PasswordHasher.acceptable("a".repeat(8))).isTrue();
        assertThat(PasswordHasher.acceptable("a".repeat(256))).isTrue();
        assertThat(PasswordHasher.acceptable("a".repeat(257))).isFalse();
        assertThat(PasswordHasher.acceptable("🐎".repeat(256))).isTrue();
        assertThat(PasswordHasher.acceptable("🐎".repeat(7))).isFalse();
    }

    @Test
    void hashesAreNotPrinted() {
        assertThat(PasswordHash.of(passwords.hash("correct horse")).orElseThrow())
                .hasToString("a hash of a password");
    }

    @Test
    void soManyAtOnceSoManyWaitingAndNoMore() throws Exception {
        HashConcurrencyLimit turns = new HashConcurrencyLimit(2, 3);
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        Thread[] threads = new Thread[10];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                Optional<Integer> result = turns.orNot(Place.HERE, () -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    begun.countDown();
                    awaitQuietly(end);
                    running.decrementAndGet();
                    return 1;
                });
                (result.isPresent() ? done : refused).incrementAndGet();
            });
            threads[i].start();
        }
        begun.await();
        Eventually.until("five refused", () -> refused.get() == 5);
        assertThat(turns.running()).isEqualTo(2);
        assertThat(turns.waiting()).isEqualTo(3);
        end.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(done).hasValue(5);
        assertThat(most).hasValue(2);
        assertThat(turns.orNot(Place.HERE, () -> 1))
                .as("the places are free again")
                .contains(1);
    }

    @Test
    void aCoreStaysFreeAndAQuarterOfTheMemoryIsEnough() {
        long gibibyte = 1L << 30;
        assertThat(HashConcurrencyLimit.of(8, gibibyte, 19 * 1024).atOnce()).isEqualTo(7);
        assertThat(HashConcurrencyLimit.of(2, gibibyte, 19 * 1024).atOnce()).isOne();
        assertThat(HashConcurrencyLimit.of(1, gibibyte, 19 * 1024).atOnce()).isOne();
        assertThat(HashConcurrencyLimit.of(64, gibibyte / 4, 19 * 1024).atOnce())
                .isEqualTo(3);
        assertThat(HashConcurrencyLimit.of(64, 1, 19 * 1024).atOnce()).isOne();
        assertThat(HashConcurrencyLimit.of(8, gibibyte, 19 * 1024).queue()).isEqualTo(112);
        HashConcurrencyLimit here = HashConcurrencyLimit.ofThisMachine(19 * 1024);
        assertThat(here.atOnce()).isBetween(1, Math.max(1, Runtime.getRuntime().availableProcessors() - 1));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package svc.push;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;

final class FeedTest {

    private static final Duration PAUSE = Duration.ofMillis(250);

    private final House house = new House();
    private final AtomicInteger woken = new AtomicInteger();

    @AfterEach
    void close() {
        house.close();
    }

    private Feed following(long n) {
        Feed feed = new Feed(House.caller(n), woken::incrementAndGet, house.ground);
        feed.follow(Optional.empty(), Optional.empty());
        woken.set(0);
        return feed;
    }

    @Test
    void theFirstChangeIsToldAtOnceAndTheNextOnesTogether() {
        Feed feed = following(1);
        house.change(1, "Email");
        assertThat(woken).hasValue(1);
        assertThat(feed.next()).isPresent();
        house.change(1, "Email");
        house.change(1, "Mailbox");
        assertThat(feed.next()).as("too soon").isEmpty();
        int before = woken.get();
        house.change(1, "Email");
        assertThat(woken).as("an alarm is set").hasValue(before);
        house.clock.advance(PAUSE);
        assertThat(woken).hasValue(before + 1);
        assertThat(feed.next().orElseThrow().changed().get("a1")).containsOnlyKeys("Email", "Mailbox");
        assertThat(feed.next()).isEmpty();
    }

    @Test
    @Covers(value = "PUSH-06", part = "the feed")
    void nobodyIsWokenByWhatIsNotTheirs() {
        following(1);
        house.change(2, "Email");
        assertThat(woken).hasValue(0);
        assertThat(house.tracks.size()).isEqualTo(1);
    }

    @Test
    void whoEndsIsToldNothingMore() {
        Feed feed = following(1);
        house.sendAway(1);
        house.change(1, "Email");
        assertThat(feed.next()).isEmpty();
        assertThat(feed.over()).isTrue();
        assertThat(house.tracks.size()).as("nothing is kept").isZero();
    }

    @Test
    void theWatchNoticesTheEndThoughNothingChanges() {
        Feed feed = following(1);
        feed.watch();
        assertThat(woken).hasValue(0);
        house.sendAway(1);
        feed.watch();
        assertThat(woken).hasValue(1);
    }

    @Test
    void whoRestsIsToldNothingUntilTheyFollowAgain() {
        Feed feed = following(1);
        String at = feed.told().orElseThrow().toString();
        feed.rest();
        house.change(1, "Email");
        assertThat(feed.next()).isEmpty();
        feed.follow(Optional.of(Set.of("Email")), Optional.of(at));
        assertThat(feed.next().orElseThrow().changed().get("a1")).containsOnlyKeys("Email");
    }
}

package svc.push;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;

final class ChangeStreamTest {

    private static final Duration PAUSE = Duration.ofMillis(250);

    private final PushFixture fixture = new PushFixture();
    private final AtomicInteger woken = new AtomicInteger();

    @AfterEach
    void close() {
        fixture.close();
    }

    private ChangeStream following(long n) {
        ChangeStream feed = new ChangeStream(PushFixture.caller(n), woken::incrementAndGet, fixture.ground);
        feed.subscribe(Optional.empty(), Optional.empty());
        woken.set(0);
        return feed;
    }

    @Test
    void sendsTheFirstChangeAtOnceAndGroupsLaterOnes() {
        ChangeStream feed = following(1);
        fixture.change(1, "Email");
        assertThat(woken).hasValue(1);
        assertThat(feed.poll()).isPresent();
        fixture.change(1, "Email");
        fixture.change(1, "Mailbox");
        assertThat(feed.poll()).as("too soon").isEmpty();
        int before = woken.get();
        fixture.change(1, "Email");
        assertThat(woken).as("an alarm is set").hasValue(before);
        fixture.clock.advance(PAUSE);
        assertThat(woken).hasValue(before + 1);
        assertThat(feed.poll().orElseThrow().changed().get("a1")).containsOnlyKeys("Email", "Mailbox");
        assertThat(feed.poll()).isEmpty();
    }

    @Test
    @Covers(value = "PUSH-06", part = "the feed")
    void doesNotWakeStreamsOfOtherAccounts() {
        following(1);
        fixture.change(2, "Email");
        assertThat(woken).hasValue(0);
        assertThat(fixture.tracks.size()).isEqualTo(1);
    }

    @Test
    void aClosedStreamReceivesNothing() {
        ChangeStream feed = following(1);
        fixture.sendAway(1);
        fixture.change(1, "Email");
        assertThat(feed.poll()).isEmpty();
        assertThat(feed.isExpired()).isTrue();
        assertThat(fixture.tracks.size()).as("nothing is kept").isZero();
    }

    @Test
    void detectsExpiryWithoutAChange() {
        ChangeStream feed = following(1);
        feed.wakeIfRightsChanged();
        assertThat(woken).hasValue(0);
        fixture.sendAway(1);
        feed.wakeIfRightsChanged();
        assertThat(woken).hasValue(1);
    }

    @Test
    void anUnsubscribedStreamReceivesNothingUntilItSubscribes() {
        ChangeStream feed = following(1);
        String at = feed.sentState().orElseThrow().toString();
        feed.unsubscribe();
        fixture.change(1, "Email");
        assertThat(feed.poll()).isEmpty();
        feed.subscribe(Optional.of(Set.of("Email")), Optional.of(at));
        assertThat(feed.poll().orElseThrow().changed().get("a1")).containsOnlyKeys("Email");
    }
}

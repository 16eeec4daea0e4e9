package svc.dns;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TtlCacheTest {

    private final TtlCache<String, String> cache = new TtlCache<>(100);

    @Test
    void anEntryExpiresAtTheEndOfItsTime() {
        cache.put("a", "1", Long.MAX_VALUE - 5, 10, 1);

        assertThat(cache.get("a", Long.MIN_VALUE + 3)).contains("1"); // 9 later, across the end of the numbers
        assertThat(cache.get("a", Long.MIN_VALUE + 4)).isEmpty();
        assertThat(cache.count()).isZero();
    }

    @Test
    void removesTheEntryThatWasNotUsedForTheLongestTime() {
        cache.put("a", "1", 0, 10, 50);
        cache.put("b", "2", 0, 10, 50);
        cache.get("a", 1);
        cache.put("c", "3", 0, 10, 1);

        assertThat(cache.get("b", 1)).isEmpty();
        assertThat(cache.get("a", 1)).contains("1");
        assertThat(cache.get("c", 1)).contains("3");
    }

    @Test
    void keepsAnEntryOfTheWholeSizeAndNoLargerOne() {
        cache.put("a", "1", 0, 10, 100);
        cache.put("b", "2", 0, 10, 101);

        assertThat(cache.get("a", 1)).contains("1");
        assertThat(cache.get("b", 1)).isEmpty();
    }

    @Test
    void aReplacedEntryGivesItsSizeBack() {
        for (int i = 0; i < 10; i++) {
            cache.put("a", "" + i, 0, 10, 60);
        }
        cache.put("b", "2", 0, 10, 40);

        assertThat(cache.get("a", 1)).contains("9");
        assertThat(cache.get("b", 1)).contains("2");
    }

    @Test
    void anEntryWithoutTimeReplacesTheOldOne() {
        cache.put("a", "1", 0, 10, 1);
        cache.put("a", "2", 0, 0, 1);

        assertThat(cache.get("a", 0)).isEmpty();
    }
}

package svc.auth.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BoundedCacheTest {

    @Test
    void staysBoundedAndKeepsUsedEntries() {
        BoundedCache<Integer, String> remembered = new BoundedCache<>(100);
        remembered.put(-1, "often used");
        for (int i = 0; i < 100_000; i++) {
            remembered.put(i, "text " + i);
            assertThat(remembered.get(-1)).isEqualTo("often used");
            assertThat(remembered.size()).isLessThanOrEqualTo(100);
        }
        assertThat(remembered.get(99_999)).isEqualTo("text 99999");
        assertThat(remembered.get(5)).isNull();
    }

    @Test
    void theLastPutReplacesTheValue() {
        BoundedCache<String, Integer> remembered = new BoundedCache<>(10);
        for (int i = 0; i < 100; i++) {
            remembered.put("a", i);
            remembered.put("other " + i, i);
            assertThat(remembered.get("a")).isEqualTo(i);
        }
    }
}

package svc.launcher.framework;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Covers;

final class CarrierThreadsTest {

    private static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64})
    @Covers(value = "FAIR-01", part = "carriers of virtual threads")
    void readsOfOneAccountLeaveACarrierThread(int processors) {
        int readsOfOneAccount = Math.max(4, 2 * processors) / 2;
        assertThat(CarrierThreads.of(processors) - readsOfOneAccount).isEqualTo(1);
    }

    @Test
    void configuredNumberIsKept() {
        String before = System.getProperty(PARALLELISM);
        try {
            System.setProperty(PARALLELISM, "3");
            CarrierThreads.set();
            assertThat(System.getProperty(PARALLELISM)).isEqualTo("3");
        } finally {
            if (before == null) {
                System.clearProperty(PARALLELISM);
            } else {
                System.setProperty(PARALLELISM, before);
            }
        }
    }
}

package svc.cap.v2.resourcelimits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import svc.api.jmap.JmapLimits;
import svc.testkit.Covers;

/** The capability's session object. */
class ResourceLimitsTest {

    @Test
    @Covers("CAP-09")
    void everyLimitStandsUnderItsName() throws ReflectiveOperationException {
        JmapLimits enforced = new JmapLimits(1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(new ResourceLimits(enforced).sessionObject().get("limits"))
                .isEqualTo(Map.of(
                        "maxSizeUpload",
                        1L,
                        "maxConcurrentUpload",
                        2,
                        "maxSizeRequest",
                        3,
                        "maxConcurrentRequests",
                        4,
                        "maxCallsInRequest",
                        5,
                        "maxObjectsInGet",
                        6,
                        "maxObjectsInSet",
                        7,
                        "maxQueryLimit",
                        8,
                        "maxChanges",
                        9));
    }
}

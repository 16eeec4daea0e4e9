package svc.cap.v2.resourcelimits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import svc.api.identity.Caller;
import svc.api.jmap.JmapLimits;
import svc.api.push.PushConnection;
import svc.api.push.PushConnections;
import svc.testkit.Covers;

/** The session object of the capability. */
class ResourceLimitsCapabilityTest {

    @Test
    @Covers("CAP-09")
    void sessionNamesEveryLimit() throws ReflectiveOperationException {
        JmapLimits enforced = new JmapLimits(1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(new ResourceLimitsCapability(enforced, null).sessionObject().get("limits"))
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

    @Test
    @Covers("CAP-09")
    void sessionNamesThePushConnectionLimit() throws ReflectiveOperationException {
        JmapLimits enforced = new JmapLimits(1, 2, 3, 4, 5, 6, 7, 8, 9);
        PushConnections streams = new PushConnections() {
            @Override
            public int limitPerAccount() {
                return 32;
            }

            @Override
            public Optional<PushConnection> open(Caller caller, Runnable task) {
                return Optional.empty();
            }
        };
        assertThat((Map<?, ?>) new ResourceLimitsCapability(enforced, streams)
                        .sessionObject()
                        .get("limits"))
                .hasSize(10)
                .extracting(limits -> limits.get("maxConcurrentStreams"))
                .isEqualTo(32);
    }
}

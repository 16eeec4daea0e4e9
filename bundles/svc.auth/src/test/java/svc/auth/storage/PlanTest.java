package svc.auth.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import svc.testkit.Covers;

class PlanTest {

    @Test
    @Covers(value = "GEN-08", part = "plans that name a capability as an earlier release did")
    void aFormerNameOfACapabilityIsReadAsThePresentOne() {
        Plan plan = Plan.of("small capabilities=urn:ietf:params:jmap:mail,urn:svc:params:jmap:apppasswords");
        assertThat(plan.allows("urn:svc:params:jmap:v2:apppasswords")).isTrue();
        assertThat(plan.allows("urn:ietf:params:jmap:mail")).isTrue();
        assertThat(plan.allows("urn:svc:params:jmap:v2:mail")).isFalse();
    }
}

package svc.testkit.bundles;

import svc.api.delivery.Arrival;
import svc.api.delivery.CheckResult;
import svc.api.delivery.Envelope;
import svc.api.delivery.MessageCheck;

/** A check of messages that always has the same result. */
public record FixedCheck(CheckResult result) implements MessageCheck {

    @Override
    public int order() {
        return 1;
    }

    @Override
    public Check begin(Envelope envelope, Arrival arrival) {
        return new Check() {
            @Override
            public void write(byte[] bytes, int offset, int length) {}

            @Override
            public CheckResult finish() {
                return result;
            }
        };
    }
}

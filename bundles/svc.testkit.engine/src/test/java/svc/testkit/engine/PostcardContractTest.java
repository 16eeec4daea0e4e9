package svc.testkit.engine;

import svc.testkit.Covers;

/** Runs the contract tests as a third party does. */
@Covers({"GET-01", "GET-02", "GET-03", "RFC-01", "RFC-02", "RFC-03"})
class PostcardContractTest implements ObjectTypeContract, MethodIsolationContract, TenantIsolationContract {

    @Override
    public CapabilityUnderTest subject() {
        return Postcard.subject(true);
    }
}

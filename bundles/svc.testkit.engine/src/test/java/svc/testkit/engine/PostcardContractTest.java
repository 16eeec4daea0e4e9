package svc.testkit.engine;

import svc.testkit.Covers;

/** The suites, as a third party runs them. */
@Covers({"GET-01", "GET-02", "GET-03", "RFC-01", "RFC-02", "RFC-03"})
class PostcardContractTest implements ObjectTypeContract, MethodIsolationContract, TenantIsolationContract {

    @Override
    public Subject subject() {
        return Postcard.subject(true);
    }
}

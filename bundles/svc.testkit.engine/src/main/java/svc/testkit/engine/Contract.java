package svc.testkit.engine;

/** The input that all contract tests require. A test class implements it together with any of the contracts. */
public interface Contract {

    /** Returns the capability to test; a new instance for every call. */
    CapabilityUnderTest subject();
}

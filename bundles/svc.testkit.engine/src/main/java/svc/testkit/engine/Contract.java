package svc.testkit.engine;

/** What all contract suites need to know. Implement it once and as many of the suites as you like. */
public interface Contract {

    /** What is to be tested: a new one for every call. */
    Subject subject();
}

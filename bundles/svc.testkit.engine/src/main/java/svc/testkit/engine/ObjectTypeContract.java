package svc.testkit.engine;

/**
 * What every type does, whoever brings it: the six verbs with their errors, their limits and their states. Tests of verbs
 * that the type does not have are skipped.
 */
public interface ObjectTypeContract
        extends GetContract, SetContract, ChangesContract, QueryContract, CopyContract, LimitContract {}

package svc.testkit.engine;

/**
 * Tests of the standard methods of a type, with their errors, limits and states. Tests of methods that the type lacks
 * are skipped.
 */
public interface ObjectTypeContract
        extends GetContract,
                SetContract,
                ChangesContract,
                QueryContract,
                CopyContract,
                LimitContract,
                GeneratedRequestsContract {}

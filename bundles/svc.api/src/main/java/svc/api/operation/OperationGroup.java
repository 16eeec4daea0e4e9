package svc.api.operation;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A component whose public methods with {@link Operation} are actions of an operator; in general one component for each
 * noun. Register it as a service of this type.
 */
@ConsumerType
public interface OperationGroup {}

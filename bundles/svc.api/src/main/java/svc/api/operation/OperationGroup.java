package svc.api.operation;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A component whose public methods with {@link Operation} are actions of an operator; usually one component per noun.
 * Register it as a service of this type.
 */
@ConsumerType
public interface OperationGroup {}

package svc.api.jmap;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Gives access to the objects of record types outside a method call, for example in a job or in a delivery hook. In a
 * method call, use {@link MethodCall#records}.
 *
 * <p>Thread-safe. Lifecycle: registered while the server has an engine.
 */
@ProviderType
public interface RecordRepositories {

    /**
     * Returns the repository of the objects whose type is described by this record class. Do not keep it. It resolves
     * no creation ids.
     *
     * @throws IllegalStateException if no registered type is described by the class
     */
    <T extends Record> RecordRepository<T> of(Class<T> recordType);
}

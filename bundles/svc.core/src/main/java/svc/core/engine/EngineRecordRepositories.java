package svc.core.engine;

import java.util.function.UnaryOperator;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.RecordRepositories;
import svc.api.jmap.RecordRepository;
import svc.core.registry.ContributionRegistry;

/** The {@link RecordRepositories} of the registered types. */
@Component
public final class EngineRecordRepositories implements RecordRepositories {

    private final ContributionRegistry registry;

    @Activate
    public EngineRecordRepositories(@Reference EngineComponent service) {
        this(service.registry());
    }

    EngineRecordRepositories(ContributionRegistry registry) {
        this.registry = registry;
    }

    @Override
    public <T extends Record> RecordRepository<T> of(Class<T> recordType) {
        return registry.catalogue().records(recordType, UnaryOperator.identity());
    }
}

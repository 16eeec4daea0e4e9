package svc.blobs;

import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import svc.api.identity.Reach;
import svc.api.jmap.ObjectType;
import svc.api.jmap.TypeSource;

/** Knows which types somebody may see in an account that is shared: those of the capabilities that are shared. Any thread. */
@Component(service = SharedTypes.class)
public final class SharedTypes {

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<ObjectType<?>> types = List.of();

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<TypeSource> sources = List.of();

    /** Knows those that are there. */
    @Activate
    public SharedTypes() {}

    /** Whether objects of a type may be seen; not those of a type that nobody brings. */
    boolean sees(Reach reach, String type) {
        return reach.personal() || capability(type).flatMap(reach::access).isPresent();
    }

    private Optional<String> capability(String type) {
        for (ObjectType<?> known : types) {
            if (known.name().equals(type)) {
                return Optional.of(known.capability());
            }
        }
        return sources.stream()
                .map(TypeSource::shape)
                .filter(shape -> shape.type().equals(type))
                .map(shape -> shape.capability())
                .findFirst();
    }
}

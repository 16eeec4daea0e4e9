package svc.blobs;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.ComponentServiceObjects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import svc.api.identity.Reach;
import svc.api.jmap.ObjectType;
import svc.api.jmap.Shape;
import svc.api.jmap.TypeSource;

/** Knows which types somebody may see in an account that is shared: those of the capabilities that are shared. Any thread. */
@Component(service = SharedTypes.class)
public final class SharedTypes {

    /** None is made before somebody asks: what brings a type may need the blobs, which need this. */
    @Reference(
            service = ObjectType.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC)
    private volatile List<ComponentServiceObjects<ObjectType<?>>> types = List.of();

    @Reference(
            service = TypeSource.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC)
    private volatile List<ComponentServiceObjects<TypeSource>> sources = List.of();

    /** Knows those that are there. */
    @Activate
    public SharedTypes() {}

    /** Whether objects of a type may be seen; not those of a type that nobody brings. */
    boolean sees(Reach reach, String type) {
        return reach.personal() || capability(type).flatMap(reach::access).isPresent();
    }

    private Optional<String> capability(String type) {
        return first(
                        types,
                        known -> known.name().equals(type) ? Optional.of(known.capability()) : Optional.<String>empty())
                .or(() -> first(sources, source -> {
                    Shape shape = source.shape();
                    return shape.type().equals(type) ? Optional.of(shape.capability()) : Optional.empty();
                }));
    }

    private static <S> Optional<String> first(
            List<ComponentServiceObjects<S>> services, Function<S, Optional<String>> asked) {
        for (ComponentServiceObjects<S> one : services) {
            @Nullable S service = one.getService();
            if (service != null) { // it may be on its way out
                try {
                    Optional<String> answer = asked.apply(service);
                    if (answer.isPresent()) {
                        return answer;
                    }
                } finally {
                    one.ungetService(service);
                }
            }
        }
        return Optional.empty();
    }
}

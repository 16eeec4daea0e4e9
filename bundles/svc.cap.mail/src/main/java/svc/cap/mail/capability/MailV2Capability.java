package svc.cap.mail;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
import svc.api.jmap.Capability;

/** The second version of mail: whoever uses it calls the methods of the first as well (CAP-05). */
@Component
public final class SecondMailCapability implements Capability {

    static final String URN = "urn:svc:params:jmap:v2:mail";

    /** All the steps of a sort that {@code Email/query} knows with it. */
    private static final List<String> SORTS = Stream.concat(
                    MailCapability.SORTS.stream(), Stream.of(SecondSurface.PINNED))
            .toList();

    @Override
    public String urn() {
        return URN;
    }

    @Override
    public Map<String, @Nullable Object> accountObject() {
        return Map.of("emailQuerySortOptions", SORTS);
    }

    @Override
    public Set<String> covers() {
        return Set.of(MailCapability.URN);
    }
}

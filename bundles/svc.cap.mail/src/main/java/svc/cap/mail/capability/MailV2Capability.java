package svc.cap.mail.capability;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
import svc.api.jmap.Capability;

/** The second version of the mail capability. It implies the first one (CAP-05). */
@Component
public final class MailV2Capability implements Capability {

    public static final String URN = "urn:svc:params:jmap:v2:mail";

    /** The sort properties of {@code Email/query} for clients that use this capability. */
    private static final List<String> SORTS = Stream.concat(
                    MailCapability.SORTS.stream(), Stream.of(MailV2Features.PINNED))
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
    public Set<String> implies() {
        return Set.of(MailCapability.URN);
    }
}

package svc.cap.mail;

import java.util.Set;
import org.osgi.service.component.annotations.Component;
import svc.api.jmap.Capability;

/** The second version of mail: whoever uses it calls the methods of the first as well (CAP-05). */
@Component
public final class SecondMailCapability implements Capability {

    static final String URN = "urn:svc:params:jmap:v2:mail";

    @Override
    public String urn() {
        return URN;
    }

    @Override
    public Set<String> covers() {
        return Set.of(MailCapability.URN);
    }
}

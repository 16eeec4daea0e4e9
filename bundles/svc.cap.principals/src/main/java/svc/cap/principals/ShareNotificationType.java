package svc.cap.principals;

import java.util.EnumSet;
import java.util.Set;
import org.osgi.service.component.annotations.Component;
import svc.api.jmap.SetError;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.type.Edit;
import svc.api.jmap.type.ObjectType;

/** The type {@code ShareNotification} (RFC 9670 §3). Clients can only destroy its objects. */
@Component(service = ObjectType.class)
public final class ShareNotificationType implements ObjectType<ShareNotification> {

    static final String NAME = "ShareNotification";
    static final char LETTER = 'n';

    @Override
    public String capability() {
        return PrincipalsCapability.URN;
    }

    @Override
    public Class<ShareNotification> recordType() {
        return ShareNotification.class;
    }

    @Override
    public char idPrefix() {
        return LETTER;
    }

    @Override
    public Set<StandardMethod> methods() {
        return EnumSet.complementOf(EnumSet.of(StandardMethod.COPY));
    }

    @Override
    public void validate(Edit<ShareNotification> edit) {
        if (edit.after() != null) {
            throw SetError.forbidden("The server creates share notifications. Clients can only destroy them.");
        }
    }
}

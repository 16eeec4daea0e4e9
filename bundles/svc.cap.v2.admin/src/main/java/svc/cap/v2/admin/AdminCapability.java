package svc.cap.v2.admin;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Account;
import svc.api.identity.Administrators;
import svc.api.jmap.Capability;

/** The capability of the objects of administrators (V2-07). It is available to administrators only. */
@Component
public final class AdminCapability implements Capability {

    static final String URN = "urn:svc:params:jmap:v2:admin";

    private final Administrators administrators;

    @Activate
    public AdminCapability(@Reference Administrators administrators) {
        this.administrators = administrators;
    }

    @Override
    public String urn() {
        return URN;
    }

    @Override
    public boolean isAvailableTo(Account caller) {
        return administrators.isAdministrator(caller);
    }
}

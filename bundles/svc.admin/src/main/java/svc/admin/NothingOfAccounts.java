package svc.admin;

import org.osgi.service.component.annotations.Component;
import svc.api.erasure.ErasureStep;

/** When an account is erased there is nothing of it in the tables of this bundle. */
@Component(service = ErasureStep.class)
public final class NothingOfAccounts implements ErasureStep {

    @Override
    public String namespace() {
        return "admin";
    }
}

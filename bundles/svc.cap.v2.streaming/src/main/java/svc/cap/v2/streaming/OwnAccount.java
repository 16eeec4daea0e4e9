package svc.cap.v2.streaming;

import svc.api.identity.Access;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;

/** Restricts the streaming methods to the caller's own account. */
final class OwnAccount {

    private OwnAccount() {}

    /** Rejects any other account. */
    static void require(MethodCall call, String accountId, String fallback) {
        if (call.account(accountId, Access.READ).account().n()
                != call.caller().account().n()) {
            throw new MethodError("accountNotSupportedByMethod", fallback);
        }
    }
}

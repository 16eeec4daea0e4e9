package svc.cap.v2.streaming;

import svc.api.identity.Access;
import svc.api.jmap.Call;
import svc.api.jmap.MethodError;

/** What is told of an account is told to its own clients. */
final class OwnAccount {

    private OwnAccount() {}

    /** Refuses any other account. */
    static void need(Call call, String accountId, String otherwise) {
        if (call.reach(accountId, Access.READ).account().n()
                != call.caller().account().n()) {
            throw new MethodError("accountNotSupportedByMethod", otherwise);
        }
    }
}

package svc.guard;

import java.util.List;
import svc.api.guard.Network;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.FieldError;
import svc.api.operation.OperationProblem.Reason;
import svc.api.operation.StoreOperation;

/** An operation on bans and trusted networks. */
interface GuardOperation<A extends Record, R> extends StoreOperation<A, R> {

    /** The address or network that was given. */
    static Network network(String text) {
        String what = "must be an address or a network, such as 203.0.113.7 or 2001:db8::/32";
        return Network.parse(text.strip())
                .orElseThrow(() ->
                        new OperationProblem(Reason.INVALID, "ip " + what + ".", List.of(new FieldError("ip", what))));
    }

    static OperationProblem unknown(Network network, String list) {
        return new OperationProblem(
                Reason.NOT_FOUND, network + " is not on it. Look at svc " + list + " list for what is.");
    }
}

package svc.auth;

import svc.api.operation.StoreOperation;
import svc.api.operation.Trace;

/** One that changes what is kept in the store, in one transaction together with its entry in the audit. */
interface TracedOperation<A extends Record, R> extends StoreOperation<A, R> {

    @Override
    R run(A arguments, Trace trace);

    @Override
    default R run(A arguments) {
        return run(arguments, Trace.NONE);
    }
}

package svc.auth;

import svc.api.operation.AdminOperation;

/** An operation on what is kept in the store; it works with the server running and without. */
interface StoreOperation<A extends Record, R> extends AdminOperation<A, R> {

    @Override
    default boolean offline() {
        return true;
    }

    @Override
    default boolean needsStore() {
        return true;
    }
}

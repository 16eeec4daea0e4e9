package svc.config;

import svc.api.operation.AdminOperation;

/**
 * An operation of the noun {@code config}: it only looks at what the launcher of this very process has read, so that it needs
 * no server and no lock.
 *
 * @param <A> the record of arguments
 * @param <R> the result
 */
abstract class ConfigOperation<A extends Record, R> implements AdminOperation<A, R> {

    @Override
    public final String noun() {
        return "config";
    }

    @Override
    public final boolean offline() {
        return true;
    }

    @Override
    public final boolean lockFree() {
        return true;
    }
}

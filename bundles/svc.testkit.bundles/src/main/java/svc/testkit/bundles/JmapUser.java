package svc.testkit.bundles;

import java.util.function.BooleanSupplier;

/** A user of a server under test. The server may be in this process or behind HTTP. */
public interface JmapUser {

    /** Returns the id of the own account. */
    String accountId();

    /** Returns the address of the own account. */
    String email();

    /** Sends a request in JSON; returns the response, which must not reject the request. */
    String request(String json);

    /** Uploads bytes to the own account; returns the id of the blob. */
    String upload(byte[] bytes);

    /** Waits until a condition holds. */
    void await(String what, BooleanSupplier condition);
}

package svc.auth.signin;

import svc.api.identity.Authenticator.Credentials;

/**
 * The client that sends a sign-in.
 *
 * @param address the IP address of the client
 * @param foreignPage whether a web page of another origin sent the request
 */
public record ClientAddress(String address, boolean foreignPage) {

    static ClientAddress of(Credentials presented) {
        return new ClientAddress(presented.address(), presented.foreignPage());
    }
}

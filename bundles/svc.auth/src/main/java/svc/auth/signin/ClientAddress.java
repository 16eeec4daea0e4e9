package svc.auth.signin;

import svc.api.identity.Authenticator.Credentials;

/**
 * The client that sends a sign-in.
 *
 * @param protocol the protocol, such as {@code http}
 * @param address the IP address of the client
 * @param foreignPage whether a web page of another origin sent the request
 */
public record ClientAddress(String protocol, String address, boolean foreignPage) {

    static ClientAddress of(Credentials presented) {
        return new ClientAddress("http", presented.address(), presented.foreignPage());
    }
}

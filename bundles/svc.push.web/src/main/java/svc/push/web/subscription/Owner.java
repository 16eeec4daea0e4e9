package svc.push.web.subscription;

import svc.api.identity.Caller;

/**
 * The sign-in that owns a subscription. The subscription ends when the sign-in ends.
 *
 * @param account the number of the account
 * @param device the device session
 * @param secret the kind of credential
 */
public record Owner(long account, String device, Caller.CredentialKind secret) {

    public static Owner of(Caller caller) {
        return new Owner(caller.account().n(), caller.device(), caller.credential());
    }
}

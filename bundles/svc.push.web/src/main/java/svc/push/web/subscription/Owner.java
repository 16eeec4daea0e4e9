package svc.push.web;

import svc.api.identity.Caller;

/**
 * The sign-in that a subscription belongs to: with it, it ends.
 *
 * @param account the account's number
 * @param device the device session
 * @param secret the kind of secret
 */
record Owner(long account, String device, Caller.Secret secret) {

    static Owner of(Caller caller) {
        return new Owner(caller.account().n(), caller.device(), caller.secret());
    }
}

package svc.delivery;

import svc.api.identity.Account;

/** What comes of one try to bring a message to one recipient. */
sealed interface Attempt {

    /** It can be filed in this account. */
    record Filed(Account account, LocalDelivery.Ready ready) implements Attempt {}

    /** Not now. */
    record Later(String reply) implements Attempt {}

    /** Never. */
    record Never(String reply) implements Attempt {}
}

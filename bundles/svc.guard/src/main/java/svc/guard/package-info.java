/**
 * Who comes too often and who must stay outside: limits of requests by address and by account, bans after failed sign-ins,
 * and the addresses that are trusted.
 */
@NullMarked
package svc.guard;

import org.jspecify.annotations.NullMarked;

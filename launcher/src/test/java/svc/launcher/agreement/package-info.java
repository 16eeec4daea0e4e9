/**
 * Clients of IMAP and JMAP that change one account at random, and a model of the account. What each client knows of the
 * account from the responses to it must agree with the model, also after the server was killed.
 */
@NullMarked
package svc.launcher.agreement;

import org.jspecify.annotations.NullMarked;

/**
 * Sign-in, sign-out and the check of credentials: the servlets under {@code /auth} and the authenticator of all
 * protocols.
 */
@NullMarked
package svc.auth.signin;

import org.jspecify.annotations.NullMarked;

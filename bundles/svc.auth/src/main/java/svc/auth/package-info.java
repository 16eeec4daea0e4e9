/**
 * Organizations, their domains, accounts and shares; passwords, sign-ins and the tokens that follow from them; how a request
 * becomes a caller, and who reaches whom.
 */
@NullMarked
package svc.auth;

import org.jspecify.annotations.NullMarked;

/** The configuration of sign-ins, and the service that reads it. */
@NullMarked
package svc.auth;

import org.jspecify.annotations.NullMarked;

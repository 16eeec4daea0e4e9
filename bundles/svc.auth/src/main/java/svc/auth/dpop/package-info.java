/** DPoP proofs (RFC 9449): parsing, verification, nonces, and the proofs already seen. */
@NullMarked
package svc.auth.dpop;

import org.jspecify.annotations.NullMarked;

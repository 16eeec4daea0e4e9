/** Password hashes, hashes of tokens, HMAC, base64url, and the limit on concurrent password hashing. */
@NullMarked
package svc.auth.crypto;

import org.jspecify.annotations.NullMarked;

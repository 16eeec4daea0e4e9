/** TLS: certificates, keys and their reload. */
@NullMarked
package svc.http.tls;

import org.jspecify.annotations.NullMarked;

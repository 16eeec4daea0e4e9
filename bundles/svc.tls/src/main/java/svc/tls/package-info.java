/** Certificates and keys of the listeners: files, reload, and the self-signed certificate for trials. */
@NullMarked
package svc.tls;

import org.jspecify.annotations.NullMarked;

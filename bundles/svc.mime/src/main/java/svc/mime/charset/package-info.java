/** Decoding of the character sets used in mail. */
@NullMarked
package svc.mime.charset;

import org.jspecify.annotations.NullMarked;

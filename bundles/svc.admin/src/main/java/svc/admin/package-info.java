/** Operations declared once: their registry and the REST front under /admin/v1. */
@NullMarked
package svc.admin;

import org.jspecify.annotations.NullMarked;

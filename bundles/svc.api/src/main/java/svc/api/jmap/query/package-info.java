/** Queries of a type (RFC 8620 §5.5): filter, sort, query plans, and queries outside a request. */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.jmap.query;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

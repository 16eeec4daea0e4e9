/**
 * Who is who: organizations and their accounts, who may reach whose account, and how a request becomes a caller.
 */
@Export
@Version("1.0.0")
@NullMarked
package svc.api.identity;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

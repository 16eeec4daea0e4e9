/**
 * Work outside a request: jobs and tasks between accounts that survive a restart, the handlers that execute them, and
 * work in the scopes of accounts.
 */
@Export
@Version("2.0.0")
@NullMarked
package svc.api.job;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

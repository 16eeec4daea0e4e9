/** Limits of requests and sign-ins by address and account, and bans: one rate limiter for all protocols. */
@Export
@Version("2.1.0")
@NullMarked
package svc.api.ratelimit;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;

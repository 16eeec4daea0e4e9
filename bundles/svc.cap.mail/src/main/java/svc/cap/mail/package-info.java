/** Components of mail that other bundles use: store service, blob referrers, erasure, admin views and metrics. */
@NullMarked
package svc.cap.mail;

import org.jspecify.annotations.NullMarked;

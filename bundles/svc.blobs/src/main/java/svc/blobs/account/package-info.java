/** The blobs that accounts hold: rows, references, quota, and copies within a tenant. */
@NullMarked
package svc.blobs.account;

import org.jspecify.annotations.NullMarked;

/** A backup target in a bucket with the protocol of Amazon S3. */
@NullMarked
package svc.backup.s3;

import org.jspecify.annotations.NullMarked;

/** The interfaces between the transfer and the file formats: sources, targets, folder names and metadata. */
@NullMarked
package svc.mail.transfer.format;

import org.jspecify.annotations.NullMarked;

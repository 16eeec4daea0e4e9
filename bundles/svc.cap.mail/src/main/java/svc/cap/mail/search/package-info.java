/** The search documents of emails, {@code SearchSnippet/get}, and the rebuild of the index. */
@NullMarked
package svc.cap.mail.search;

import org.jspecify.annotations.NullMarked;

/** SEARCH, SORT and THREAD: the evaluation of search keys in a mailbox, and the responses. */
@NullMarked
package svc.proto.imap.search;

import org.jspecify.annotations.NullMarked;

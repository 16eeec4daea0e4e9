/** The lexical elements of IMAP: atoms, strings, numbers, dates and number sets. */
@NullMarked
package svc.proto.imap.grammar;

import org.jspecify.annotations.NullMarked;

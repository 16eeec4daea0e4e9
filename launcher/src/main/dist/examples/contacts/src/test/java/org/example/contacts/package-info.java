/** Tests of the contacts book, on the server's own engine and store. */
@NullMarked
package org.example.contacts;

import org.jspecify.annotations.NullMarked;

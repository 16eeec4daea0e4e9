/** A contacts book: contacts with photos, a count of their mails, a download as vCard, and commands for operators. */
@NullMarked
package org.example.contacts;

import org.jspecify.annotations.NullMarked;

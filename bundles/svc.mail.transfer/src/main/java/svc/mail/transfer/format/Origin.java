package svc.mail.transfer;

/**
 * Where a message comes from, so that people find it.
 *
 * @param file the file, below what is imported
 * @param at where in it, such as {@code byte 4711}; empty for a file of its own
 */
record Origin(String file, String at) {}

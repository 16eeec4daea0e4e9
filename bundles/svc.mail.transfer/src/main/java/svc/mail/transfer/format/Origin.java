package svc.mail.transfer.format;

/**
 * The origin of a message, for error reports.
 *
 * @param file the path of the file in the source
 * @param at the position in the file, such as {@code byte 4711}; empty if the file has one message
 */
public record Origin(String file, String at) {}

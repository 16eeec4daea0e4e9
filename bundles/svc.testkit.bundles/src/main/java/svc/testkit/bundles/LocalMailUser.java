package svc.testkit.bundles;

/**
 * A user with mail of the engine in this process.
 *
 * @param who the user
 */
public record LocalMailUser(LocalUser who) implements MailCalls {}

// The preferences of the profile: one account that sends mail to 127.0.0.1. EMAIL is replaced by its address.
// Marionette sets further ones, against requests to other hosts.
user_pref("marionette.port", 0);
user_pref("app.update.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("mailnews.start_page.enabled", false);
user_pref("network.proxy.type", 0);
user_pref("mail.accountmanager.accounts", "account1");
user_pref("mail.accountmanager.localfoldersserver", "server1");
user_pref("mail.account.account1.server", "server1");
user_pref("mail.account.account1.identities", "id1");
user_pref("mail.server.server1.type", "none");
user_pref("mail.server.server1.hostname", "Local Folders");
user_pref("mail.server.server1.userName", "nobody");
user_pref("mail.identity.id1.fullName", "Zoë");
user_pref("mail.identity.id1.useremail", "EMAIL");
user_pref("mail.identity.id1.fcc", false);
user_pref("mail.identity.id1.valid", true);
user_pref("mail.smtpservers", "smtp1");
user_pref("mail.smtp.defaultserver", "smtp1");
user_pref("mail.smtpserver.smtp1.hostname", "127.0.0.1");
user_pref("mail.smtpserver.smtp1.username", "EMAIL");
// Ci.nsMsgAuthMethod.passwordCleartext
user_pref("mail.smtpserver.smtp1.authMethod", 3);

// Runs a function with the account of IMAP, and passes its result to the caller as text.
const [...parameters] = arguments;
const report = parameters.pop();
const { MailServices } = ChromeUtils.importESModule("resource:///modules/MailServices.sys.mjs");
const server = () => MailServices.accounts.allServers.find(one => one.type == "imap");
const inbox = () => server().rootFolder.getFolderWithFlags(Ci.nsMsgFolderFlags.Inbox);
const messages = () => [...inbox().messages].sort((a, b) => a.messageKey - b.messageKey);

/** Adds the account; its password is remembered. */
const addAccount = async (port, email, password) => {
  const added = MailServices.accounts.createIncomingServer(email, "127.0.0.1", "imap");
  added.port = port;
  added.socketType = Ci.nsMsgSocketType.plain;
  added.authMethod = Ci.nsMsgAuthMethod.passwordCleartext;
  const login = Cc["@mozilla.org/login-manager/loginInfo;1"].createInstance(Ci.nsILoginInfo);
  login.init("imap://127.0.0.1", null, "imap://127.0.0.1", email, password, "", "");
  await Services.logins.addLoginAsync(login);
  const account = MailServices.accounts.createAccount();
  account.addIdentity(MailServices.accounts.allIdentities[0]);
  account.incomingServer = added;
  added.password = password;
  added.performExpand(null);
};

(async () => {
  BODY
})().then(
  result => report(String(result)),
  error => report("Script: " + error)
);

// Sends a message from the account of the profile, and writes the result to a file of the profile.
// A dialog would block the caller: the script returns at once, records the texts of dialogs and cancels them.
const [order] = arguments;
const { MailServices } = ChromeUtils.importESModule("resource:///modules/MailServices.sys.mjs");
const result = { messageId: "", dialogs: [] };
const { promise: end, resolve: stop } = Promise.withResolvers();
let failed = false;

const cancel = dialog => {
  const { args, ui } = dialog.Dialog;
  result.dialogs.push(args.text);
  dialog.setTimeout(() => (ui.button1.hidden ? ui.button0 : ui.button1).click(), 0);
  // Thunderbird reports a failure to the listener first, and then to the user.
  if (failed) {
    dialog.addEventListener("unload", stop, { once: true });
  }
};

const listener = {
  QueryInterface: ChromeUtils.generateQI(["nsIMsgSendListener"]),
  onStartSending() {},
  onSendProgress() {},
  onStatus() {},
  onGetDraftFolderURI() {},
  onSendNotPerformed() {},
  onTransportSecurityError() {},
  onStopSending(messageId, status) {
    failed = !Components.isSuccessCode(status);
    if (!failed) {
      result.messageId = messageId;
      stop();
    }
  },
};

const configure = async () => {
  const server = MailServices.outgoingServer.defaultServer;
  server.closeCachedConnections();
  server.QueryInterface(Ci.nsISmtpServer).port = order.port;
  server.socketType = Ci.nsMsgSocketType[order.security];
  const origin = "smtp://" + server.QueryInterface(Ci.nsISmtpServer).hostname;
  const login = Cc["@mozilla.org/login-manager/loginInfo;1"].createInstance(Ci.nsILoginInfo);
  login.init(origin, null, origin, server.username, order.password, "", "");
  await Services.logins.removeAllLoginsAsync();
  await Services.logins.addLoginAsync(login);
};

const send = async () => {
  await configure();
  const identity = MailServices.accounts.allIdentities[0];
  const fields = Cc["@mozilla.org/messengercompose/composefields;1"].createInstance(Ci.nsIMsgCompFields);
  fields.from = identity.fullAddress;
  fields.to = order.to;
  fields.subject = order.subject;
  Cc["@mozilla.org/messengercompose/send;1"]
    .createInstance(Ci.nsIMsgSend)
    .createAndSendMessage(
      null, identity, null, fields, false, false, Ci.nsIMsgSend.nsMsgDeliverNow, null, "text/plain", order.body,
      null, null, listener, null, null, Ci.nsIMsgCompType.New
    )
    .catch(() => {}); // the listener and the user receive the error
  await end;
};

Services.obs.addObserver(cancel, "common-dialog-loaded");
send()
  .catch(error => result.dialogs.push("Script: " + error))
  .finally(() => {
    Services.obs.removeObserver(cancel, "common-dialog-loaded");
    const file = PathUtils.join(PathUtils.profileDir, order.result);
    IOUtils.writeJSON(file, result, { tmpPath: file + ".new" });
  });

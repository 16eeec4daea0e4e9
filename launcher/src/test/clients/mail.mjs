// jmap-jam with mail against a running server. Standard input: where the session is, and a token. Standard output: what the client
// was told, for the test to judge.
import { text } from "node:stream/consumers";
import { EventSource } from "eventsource";
import { JamClient } from "jmap-jam";

const { sessionUrl, bearerToken } = JSON.parse(await text(process.stdin));
const client = new JamClient({ sessionUrl, bearerToken });
const session = await client.session;
const accountId = session.primaryAccounts["urn:ietf:params:jmap:mail"];

globalThis.EventSource = class extends EventSource {
  constructor(address) {
    super(address, {
      fetch: (input, init) =>
        fetch(input, { ...init, headers: { ...init.headers, Authorization: `Bearer ${bearerToken}` } }),
    });
  }
};
const next = (source, name) =>
  new Promise((resolve, reject) => {
    source.addEventListener(name, resolve, { once: true });
    source.addEventListener("error", reject, { once: true });
  });

const [mailboxes] = await client.api.Mailbox.get({ accountId, ids: null });
const byRole = Object.fromEntries(mailboxes.list.map(({ role, id }) => [role, id]));
const sort = [{ property: "receivedAt", isAscending: false }];
const filter = { inMailbox: byRole.inbox };
const [empty] = await client.api.Email.query({ accountId, filter, sort });

const source = await client.connectEventSource({ types: ["Email"], ping: 30 });
await next(source, "open");
const told = next(source, "state");

const letter = [
  "From: Zoë <zoe@far.test>",
  "Subject: by jam",
  "MIME-Version: 1.0",
  "Content-Type: multipart/mixed; boundary=b",
  "",
  "--b",
  "Content-Type: text/plain; charset=utf-8",
  "",
  "Grüße",
  "--b",
  "Content-Type: text/csv",
  "Content-Disposition: attachment; filename=a.csv",
  "",
  "1,2",
  "--b--",
  "",
].join("\r\n");
const upload = await client.uploadBlob(accountId, letter);
const [imported] = await client.api.Email.import({
  accountId,
  emails: { k: { blobId: upload.blobId, mailboxIds: { [byRole.inbox]: true } } },
});
const event = JSON.parse((await told).data);
source.close();
const { id } = imported.created.k;

const [batch] = await client.requestMany((t) => {
  const query = t.Email.query({ accountId, filter, sort, collapseThreads: true });
  const get = t.Email.get({
    accountId,
    ids: query.$ref("/ids"),
    properties: ["subject", "from", "attachments", "bodyValues", "textBody"],
    fetchTextBodyValues: true,
  });
  return { query, get };
});
const attachment = batch.get.list[0].attachments[0];
const download = await client.downloadBlob({
  accountId,
  blobId: attachment.blobId,
  mimeType: attachment.type,
  fileName: attachment.name,
});
const [flagged] = await client.api.Email.set({ accountId, update: { [id]: { "keywords/$flagged": true } } });
const [moved] = await client.api.Email.set({ accountId, update: { [id]: { mailboxIds: { [byRole.trash]: true } } } });
const [removed] = await client.api.Email.queryChanges({
  accountId, filter, sort, sinceQueryState: empty.queryState,
});
const [changes] = await client.api.Email.changes({ accountId, sinceState: imported.newState });

console.log(JSON.stringify({ accountId, empty, upload, imported, event, batch, attachment: await download.text(), flagged, moved, removed, changes, id }));

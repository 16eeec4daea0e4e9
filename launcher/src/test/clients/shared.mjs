// jmap-jam with a mailbox that another user shares. Standard input: where the session is, a token, and the id of the shared account.
// Standard output: what the client was told, for the test to judge.
import { text } from "node:stream/consumers";
import { JamClient } from "jmap-jam";

const { sessionUrl, bearerToken, accountId } = JSON.parse(await text(process.stdin));
const client = new JamClient({ sessionUrl, bearerToken });
const session = await client.session;
const account = session.accounts[accountId];

const [mailboxes] = await client.api.Mailbox.get({ accountId, ids: null });
const [batch] = await client.requestMany((t) => {
  const query = t.Email.query({ accountId, filter: { inMailbox: mailboxes.list[0].id }, collapseThreads: true });
  const get = t.Email.get({ accountId, ids: query.$ref("/ids"), properties: ["subject", "blobId", "keywords"] });
  return { query, get };
});
const [{ id, blobId }] = batch.get.list;
const message = await client.downloadBlob({ accountId, blobId, mimeType: "message/rfc822", fileName: "a.eml" });
const [flagged] = await client.api.Email.set({ accountId, update: { [id]: { "keywords/$flagged": true } } });
const [refused] = await client.api.Email.set({ accountId, update: { [id]: { "keywords/$seen": true } } });

console.log(JSON.stringify({ account, mailboxes, batch, message: await message.text(), flagged, refused }));

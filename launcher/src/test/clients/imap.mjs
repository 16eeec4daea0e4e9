// imapflow against a running server. Standard input: a port, an address, and a password. Standard output: what the client received, for
// the test to judge.
import { text } from "node:stream/consumers";
import { ImapFlow } from "imapflow";

const { port, user, pass } = JSON.parse(await text(process.stdin));
const connected = async (options) => {
  const client = new ImapFlow({
    host: "127.0.0.1", port, secure: false, doSTARTTLS: false, auth: { user, pass }, logger: false, ...options,
  });
  await client.connect();
  return client;
};
const collected = async (messages, value) => {
  const all = [];
  for await (const message of messages) all.push(value(message));
  return all;
};
const client = await connected({ qresync: true });

const list = (await client.list()).map(({ path, specialUse, subscribed }) => ({ path, specialUse, subscribed }));
const created = await client.mailboxCreate(["Über", "unter"]);
const renamed = await client.mailboxRename("Über/unter", "Über/drunter");
await client.getMailboxLock("INBOX");
const fetched = await collected(
  client.fetch("1:*", { uid: true, flags: true, envelope: true, bodyStructure: true, internalDate: true, size: true, headers: ["subject"] }),
  ({ uid, envelope, bodyStructure, size }) => ({ uid, subject: envelope.subject, from: envelope.from[0].name, type: bodyStructure.type, size }),
);
const source = (await client.fetchOne("1", { source: true })).source.toString();
const { content } = await client.download("1", "1");
const body = await text(content);
const found = await client.search({ or: [{ subject: "two" }, { from: "nobody@far.test" }] }, { uid: true });
await client.messageFlagsAdd({ uid: fetched[0].uid }, ["\\Flagged"], { uid: true });
const appended = await client.append("INBOX", "Subject: Grüße\r\n\r\nby imapflow\r\n", ["\\Seen"], new Date("2026-01-02T03:04:05Z"));
const copied = await client.messageCopy({ uid: fetched[0].uid }, "Über/drunter", { uid: true });
const moved = await client.messageMove({ uid: fetched[1].uid }, "Über/drunter", { uid: true });
await client.messageDelete({ uid: fetched[2].uid }, { uid: true });
const status = await client.status("Über/drunter", { messages: true, unseen: true, uidNext: true, highestModseq: true });

const exists = new Promise((resolve) => client.once("exists", ({ count, prevCount }) => resolve({ count, prevCount })));
const idle = client.idle();
const other = await connected({ disableCompression: true });
await other.append("INBOX", "Subject: while idle\r\n\r\nx\r\n");
const reported = await exists;
const subjects = await collected(client.fetch("1:*", { envelope: true }), ({ envelope }) => envelope.subject);
await idle;
await other.logout();
await client.logout();

const values = { list, created, renamed, fetched, source, body, found, appended, copied, moved, status, reported, subjects };
const plain = (key, value) => (value instanceof Map ? Object.fromEntries(value) : typeof value === "bigint" ? Number(value) : value);
console.log(JSON.stringify(values, plain));

// What clients of others hear of changes: jmap-jam with the npm package eventsource, eventsource with a ticket, ws.
// Standard input: where the server is, a token, the capability of the type Task. Standard output: what they were told.
import { text } from "node:stream/consumers";
import { EventSource } from "eventsource";
import { JamClient } from "jmap-jam";
import { WebSocket } from "ws";

const { url, bearerToken, urn } = JSON.parse(await text(process.stdin));
const authorization = { Authorization: `Bearer ${bearerToken}` };
const client = new JamClient({ sessionUrl: `${url}/.well-known/jmap`, bearerToken, customCapabilities: { Task: urn } });
const session = await client.session;
const accountId = session.primaryAccounts[urn];

const change = async () => (await client.api.Task.set({ accountId, create: { k: { title: "x" } } }))[0].newState;
const next = (source, name) =>
  new Promise((resolve, reject) => {
    source.addEventListener(name, resolve, { once: true });
    source.addEventListener("error", reject, { once: true });
  });

// The client has no way of presenting itself there: the browser's class has none. Ours for the test does.
globalThis.EventSource = class extends EventSource {
  constructor(address) {
    super(address, { fetch: (input, init) => fetch(input, { ...init, headers: { ...init.headers, ...authorization } }) });
  }
};

async function heard(source) {
  await next(source, "open");
  const event = next(source, "state");
  const state = await change();
  const { data, lastEventId } = await event;
  source.close();
  return { state, lastEventId, data: JSON.parse(data) };
}

const jam = await heard(await client.connectEventSource({ types: ["Task"], ping: 30 }));

const issued = await fetch(`${url}/jmap/stream-ticket`, { method: "POST", headers: authorization });
const { streamTicket } = await issued.json();
const ticket = await heard(new EventSource(`${url}/jmap/eventsource/?types=*&closeafter=no&ping=0&stream_ticket=${streamTicket}`));

const socket = new WebSocket(session.capabilities["urn:ietf:params:jmap:websocket"].url, "jmap", { headers: authorization });
await next(socket, "open");
const messages = [];
const arrived = (count) =>
  new Promise((resolve) => {
    socket.on("message", (data) => {
      messages.push(JSON.parse(data));
      if (messages.length === count) resolve();
    });
  });
const both = arrived(2);
socket.send(JSON.stringify({ "@type": "WebSocketPushEnable", dataTypes: ["Task"], pushState: null }));
socket.send(
  JSON.stringify({
    "@type": "Request",
    id: "r1",
    using: ["urn:ietf:params:jmap:core", urn],
    methodCalls: [["Task/set", { accountId, create: { k: { title: "x" } } }, "c"]],
  }),
);
await both;
socket.close();

console.log(JSON.stringify({ accountId, jam, ticket, compressed: socket.extensions, messages }));

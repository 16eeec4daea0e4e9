// jmap-jam against a running server. Standard input: where the session is, a token, the capability of the type Task.
// Standard output: what the client was told, for the test to judge.
import { text } from "node:stream/consumers";
import { JamClient } from "jmap-jam";

const { sessionUrl, bearerToken, urn } = JSON.parse(await text(process.stdin));
const client = new JamClient({ sessionUrl, bearerToken, customCapabilities: { Task: urn } });
const session = await client.session;
const accountId = session.primaryAccounts[urn];

const [echo] = await client.api.Core.echo({ said: ["hello", null] });
const [set] = await client.api.Task.set({
  accountId,
  create: { a: { title: "later", rank: 2 }, b: { title: "now", rank: 1 }, c: { title: "never", rank: 3 } },
});
const [batch, { sessionState }] = await client.requestMany((t) => {
  const query = t.Task.query({ accountId, sort: [{ property: "rank" }], limit: 2 });
  const get = t.Task.get({ accountId, ids: query.$ref("/ids"), properties: ["title"] });
  const again = t.Task.get({ accountId, ids: get.$ref("/list/*/id"), properties: ["rank"] });
  return { query, get, again };
});
const refused = await client.api.Task.get({ accountId: "nobody", ids: [] }).catch((error) => error);
const foreign = await client.request(["Task/get", { accountId, ids: [] }], { using: ["urn:example:unheard"] })
  .catch((error) => error);

console.log(JSON.stringify({ session, accountId, echo, set, batch, sessionState, refused, foreign }));

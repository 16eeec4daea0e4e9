package svc.api.delivery;

import java.time.Instant;
import java.util.Optional;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.identity.Account;
import svc.api.store.Scope;

/**
 * A message that is about to be filed in an account.
 *
 * @param account the account of the recipient
 * @param scope the data of this account
 * @param sender the return path; empty for the null reverse-path
 * @param recipient the address to which the message was sent
 * @param message the bytes that are filed; they begin with the trace fields of this server
 * @param arrival how the message arrived; empty if an account of this server sent it
 * @param at the current time
 */
public record IncomingMessage(
        Account account,
        Scope scope,
        String sender,
        String recipient,
        StoredBlob message,
        Optional<Arrival> arrival,
        Instant at) {}

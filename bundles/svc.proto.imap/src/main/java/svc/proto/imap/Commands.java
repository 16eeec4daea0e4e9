package svc.proto.imap;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.proto.imap.ImapSession.Outcome;
import svc.proto.imap.account.AccountExecutor;
import svc.proto.imap.change.AppendUpload;
import svc.proto.imap.change.CopyExecutor;
import svc.proto.imap.change.ExpungeExecutor;
import svc.proto.imap.change.StoreExecutor;
import svc.proto.imap.command.AccountCommand;
import svc.proto.imap.command.Command;
import svc.proto.imap.command.MailboxCommand;
import svc.proto.imap.command.MessageCommand;
import svc.proto.imap.command.Notify;
import svc.proto.imap.command.SessionCommand;
import svc.proto.imap.fetch.FetchExecutor;
import svc.proto.imap.mailbox.MailboxExecutor;
import svc.proto.imap.mailbox.MailboxNames;
import svc.proto.imap.mailbox.NamedMailbox;
import svc.proto.imap.reading.Step;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.response.ResponseWriter.Status;
import svc.proto.imap.search.SearchExecutor;
import svc.proto.imap.select.SelectExecutor;
import svc.proto.imap.select.Updates;
import svc.proto.imap.state.Features;
import svc.proto.imap.state.Features.Feature;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.Reply;
import svc.proto.imap.state.SelectedMailbox;

/** Executes the commands of one connection in the state that the connection is in (RFC 9051 §3). Not thread-safe. */
final class Commands {

    private final Front front;
    private final ImapSession session;
    private final ResponseWriter out;
    private final Features features = new Features();
    private final AccountExecutor accounts = new AccountExecutor();
    private final MailboxExecutor mailboxes = new MailboxExecutor(Capabilities.MOST_MESSAGE);
    private final FetchExecutor fetches = new FetchExecutor();
    private final SearchExecutor searches = new SearchExecutor();
    private volatile @Nullable MailAccess own;
    private volatile @Nullable String selectedName;
    private @Nullable SelectedMailbox selected;

    /** Whether EXPUNGE responses are permitted before the tagged response of the current command (RFC 9051 §7.5.1). */
    private boolean expunges = true;

    /** Whether the current command can have changed the selected mailbox. */
    private boolean mayHaveChanged;

    /** The flags that the client knows from the responses of the current command. */
    private Updates.Told told = Updates.Told.NOTHING;

    Commands(Front front, ImapSession session, ResponseWriter out) {
        this.front = front;
        this.session = session;
        this.out = out;
    }

    Optional<MailAccess> access() {
        return Optional.ofNullable(own);
    }

    /** Returns the name of the selected mailbox. Thread-safe, as {@link #access} is. */
    Optional<String> mailboxName() {
        return Optional.ofNullable(selectedName);
    }

    void signedIn(MailAccess access) {
        own = access;
    }

    void closed() {
        deselect();
        own = null;
    }

    /** Executes a command. */
    Outcome execute(Step.Complete complete, @Nullable AppendUpload upload) throws IOException {
        expunges = true;
        mayHaveChanged = false;
        told = Updates.Told.NOTHING;
        try {
            Command command = complete.command();
            if (command instanceof SessionCommand of) {
                return execute(of);
            }
            MailAccess access = own;
            if (access == null) {
                throw new RefusedException(Reply.bad("Sign in before " + complete.name()));
            }
            if (command instanceof MessageCommand of) {
                return replied(execute(access, complete, of, upload));
            } else if (command instanceof MailboxCommand of) {
                return replied(execute(access, of, upload));
            } else if (command instanceof AccountCommand of) {
                return replied(accounts.execute(access, out, of));
            }
            return replied(unsupported(command));
        } catch (RefusedException e) {
            return replied(e.reply());
        }
    }

    private static Outcome replied(Reply reply) {
        return new Outcome.Replied(reply);
    }

    private static Reply unsupported(Command command) {
        return Reply.bad(
                command instanceof Notify
                        ? "The server does not have this extension"
                        : "The server does not have this command");
    }

    private Outcome execute(SessionCommand command) throws IOException, RefusedException {
        if (command instanceof SessionCommand.Capability) {
            out.raw("* CAPABILITY ")
                    .raw(String.join(" ", front.capabilities(session.connection(), own != null)))
                    .end();
            return replied(Reply.ok("CAPABILITY completed"));
        } else if (command instanceof SessionCommand.Noop) {
            mayHaveChanged = true;
            return replied(Reply.ok("NOOP completed"));
        } else if (command instanceof SessionCommand.Logout) {
            return new Outcome.Ends("LOGOUT completed");
        } else if (command instanceof SessionCommand.Id) {
            out.raw("* ID (\"name\" \"svc\")").end();
            return replied(Reply.ok("ID completed"));
        } else if (command instanceof SessionCommand.StartTls) {
            return startTls();
        } else if (command instanceof SessionCommand.Login login) {
            checkSignIn();
            return new Outcome.SignsIn(signIn -> signIn.password(login.user(), login.password()));
        } else if (command instanceof SessionCommand.Authenticate authenticate) {
            return authenticate(authenticate);
        }
        if (own == null) {
            throw new RefusedException(Reply.bad("Sign in first"));
        }
        if (command instanceof SessionCommand.Enable enable) {
            return replied(enable(enable));
        } else if (command instanceof SessionCommand.Idle) {
            mayHaveChanged = true;
            return new Outcome.Idles();
        } else if (command instanceof SessionCommand.Compress compress) {
            if (!compress.mechanism().equals("DEFLATE")) {
                throw new RefusedException(Reply.bad("The server compresses with DEFLATE only"));
            }
            return new Outcome.BeginsCompression();
        } else if (command instanceof SessionCommand.Unauthenticate) {
            deselect();
            session.signedOut();
            own = null;
            features.clear();
            session.utf8(false);
            return replied(Reply.ok("UNAUTHENTICATE completed"));
        }
        return replied(unsupported(command));
    }

    private Outcome startTls() throws RefusedException, IOException {
        if (own != null || session.connection().tls().isPresent()) {
            throw new RefusedException(Reply.bad("TLS begins before the sign-in, and once"));
        }
        if (!session.connection().canStartTls()) {
            throw new RefusedException(Reply.no("The server has no certificate"));
        }
        return new Outcome.BeginsTls();
    }

    private void checkSignIn() throws RefusedException {
        if (own != null) {
            throw new RefusedException(Reply.bad("The connection is signed in already"));
        }
        if (!front.acceptsPasswords(session.connection())) {
            throw new RefusedException(
                    ResponseCode.PRIVACYREQUIRED, "Begin TLS before the sign-in: the password would be readable");
        }
    }

    private Outcome authenticate(SessionCommand.Authenticate command) throws RefusedException {
        checkSignIn();
        return new Outcome.SignsIn(signIn -> signIn.exchange(command.mechanism())
                .<SignIn.Next>map(exchange -> {
                    SignIn.Next next = exchange.begin(command.initial());
                    session.exchange(exchange);
                    return next;
                })
                .orElseGet(() -> new SignIn.Rejected(Reply.no("The server does not have this mechanism"), false)));
    }

    private Reply enable(SessionCommand.Enable command) throws IOException {
        List<String> enabled = new ArrayList<>();
        for (Feature feature : Feature.values()) {
            if (command.capabilities().contains(feature.capability().toUpperCase(Locale.ROOT))
                    && features.enable(feature)) {
                enabled.add(feature.capability());
            }
        }
        session.utf8(features.isUtf8());
        out.raw("* ENABLED")
                .raw(enabled.isEmpty() ? "" : " " + String.join(" ", enabled))
                .end();
        return Reply.ok("ENABLE completed");
    }

    private Reply execute(MailAccess access, MailboxCommand command, @Nullable AppendUpload upload)
            throws IOException, RefusedException {
        if (command instanceof MailboxCommand.Select select) {
            return select(access, select);
        } else if (command instanceof MailboxCommand.Append append) {
            if (upload == null) {
                throw new IllegalStateException("The messages of " + append + " are missing");
            }
            mayHaveChanged = true;
            return upload.file("APPEND", Optional.empty());
        }
        mayHaveChanged = true;
        return mailboxes.execute(access, out, features, command);
    }

    private Reply select(MailAccess access, MailboxCommand.Select command) throws IOException, RefusedException {
        if (selected != null) {
            deselect();
            out.untagged(Status.OK, ResponseCode.CLOSED, "The previous mailbox is closed");
        }
        session.takeChanged();
        SelectedMailbox opened = SelectExecutor.select(access, out, features, command);
        selected = opened;
        selectedName = command.mailbox();
        MailAccess of = opened.access();
        front.sessions().follow(session, of.account().account().n());
        long modseq = of.<Long>read(snapshot -> of.services().uids().modseq(snapshot, opened.mailbox()));
        if (modseq != opened.modseq()) {
            session.changed(); // between the reading of the mailbox and the beginning of the notifications
        }
        return opened.isReadOnly()
                ? Reply.ok(ResponseCode.READ_ONLY, "EXAMINE completed")
                : Reply.ok(ResponseCode.READ_WRITE, "SELECT completed");
    }

    private void deselect() {
        SelectedMailbox open = selected;
        if (open != null) {
            front.sessions().unfollow(session, open.access().account().account().n());
            selected = null;
            selectedName = null;
        }
    }

    private Reply execute(
            MailAccess access, Step.Complete complete, MessageCommand command, @Nullable AppendUpload upload)
            throws IOException, RefusedException {
        SelectedMailbox mailbox = selected;
        if (mailbox == null) {
            throw new RefusedException(Reply.bad("Select a mailbox before " + complete.name()));
        }
        if (command instanceof MessageCommand.Check) {
            mayHaveChanged = true;
            return Reply.ok("CHECK completed");
        } else if (command instanceof MessageCommand.Unselect) {
            deselect();
            return Reply.ok("UNSELECT completed");
        } else if (command instanceof MessageCommand.Close) {
            if (mailbox.may('e')) {
                ExpungeExecutor.expunge(mailbox, Optional.empty());
            }
            deselect();
            return Reply.ok("CLOSE completed");
        } else if (command instanceof MessageCommand.Store store) {
            expunges = store.uid();
            mayHaveChanged = true;
            StoreExecutor.Result result = StoreExecutor.store(mailbox, out, features, store);
            told = result.told();
            return result.reply();
        } else if (command instanceof MessageCommand.Copy copy) {
            mayHaveChanged = true;
            return CopyExecutor.copy(access, mailbox, out, copy);
        } else if (command instanceof MessageCommand.Expunge expunge) {
            mailbox.require('e');
            mayHaveChanged = true;
            ExpungeExecutor.expunge(mailbox, expunge.uids());
            return completed(mailbox, "EXPUNGE completed");
        } else if (command instanceof MessageCommand.Replace replace) {
            return replace(mailbox, replace, upload);
        }
        return read(complete.tag(), mailbox, command);
    }

    private Reply read(String tag, SelectedMailbox mailbox, MessageCommand command)
            throws IOException, RefusedException {
        if (command instanceof MessageCommand.Fetch fetch) {
            expunges = fetch.uid();
            return fetches.fetch(mailbox, out, features, fetch);
        } else if (command instanceof MessageCommand.Search search) {
            expunges = search.uid();
            return searches.search(mailbox, out, features, tag, search);
        } else if (command instanceof MessageCommand.Sort sort) {
            expunges = sort.uid();
            return searches.sort(mailbox, out, features, tag, sort);
        } else if (command instanceof MessageCommand.Thread thread) {
            expunges = thread.uid();
            return searches.thread(mailbox, out, features, thread);
        }
        throw new IllegalStateException("unknown command " + command);
    }

    /** Returns the reply of a command that removes messages, with the modification sequence (RFC 7162 §3.2.7). */
    private Reply completed(SelectedMailbox mailbox, String text) {
        if (!features.has(Feature.QRESYNC)) {
            return Reply.ok(text);
        }
        MailAccess access = mailbox.access();
        long modseq = access.<Long>read(snapshot -> access.services().uids().modseq(snapshot, mailbox.mailbox()));
        return modseq == 0 ? Reply.ok(text) : Reply.ok(ResponseCode.highestModSeq(modseq), text);
    }

    private Reply replace(SelectedMailbox mailbox, MessageCommand.Replace command, @Nullable AppendUpload upload)
            throws RefusedException {
        if (upload == null) {
            throw new IllegalStateException("The message of REPLACE is missing");
        }
        mailbox.require('t');
        mailbox.require('e');
        long named = command.message()
                .orElse(
                        command.uid()
                                ? mailbox.view().highest()
                                : mailbox.view().size());
        long uid = command.uid()
                ? named
                : named <= mailbox.view().size() ? mailbox.view().uid(named) : 0;
        if (mailbox.view().number(uid) == 0) {
            throw new RefusedException(Reply.no(ResponseCode.NONEXISTENT, "There is no message " + named));
        }
        if (!upload.isInAccountOf(mailbox)) {
            throw new RefusedException(
                    ResponseCode.CANNOT, "A message cannot be replaced in another account; append it instead");
        }
        mayHaveChanged = true;
        return upload.file("REPLACE", Optional.of(new AppendUpload.Replaced(mailbox.mailbox(), uid)));
    }

    /** Returns why the message of APPEND or REPLACE is refused before its octets are read; null to read them. */
    @Nullable
    Reply refusalOf(Step.Message message) {
        MailAccess access = own;
        if (access == null) {
            return Reply.bad("Sign in before " + message.name());
        }
        if (!message.name().equals("APPEND") && selected == null) {
            return Reply.bad("Select a mailbox before " + message.name());
        }
        Optional<NamedMailbox> target = MailboxNames.read(access).find(message.mailbox());
        if (target.isEmpty()) {
            return Reply.no(ResponseCode.TRYCREATE, "There is no mailbox with the name " + message.mailbox());
        }
        return target.get().has('i')
                ? null
                : Reply.no(ResponseCode.NOPERM, "You do not have the right i in the mailbox " + message.mailbox());
    }

    /** Begins the upload of APPEND or REPLACE. */
    @Nullable
    AppendUpload upload(Step.Message message) {
        MailAccess access = own;
        return access == null
                ? null
                : MailboxNames.read(access)
                        .find(message.mailbox())
                        .map((NamedMailbox target) -> new AppendUpload(target))
                        .orElse(null);
    }

    /** Tells the client about changes of the selected mailbox. Returns false if the mailbox no longer exists. */
    boolean update() throws IOException {
        SelectedMailbox mailbox = selected;
        boolean changed = session.takeChanged();
        if (mailbox == null || !(changed || mayHaveChanged)) {
            return true;
        }
        boolean exists = Updates.write(out, mailbox, features, expunges, told);
        // In IDLE, and before the next command, everything can be told.
        expunges = true;
        mayHaveChanged = false;
        told = Updates.Told.NOTHING;
        return exists;
    }
}

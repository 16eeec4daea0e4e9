package svc.proto.imap.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.api.UidStore.EmailFields;
import svc.cap.mail.api.UidStore.Field;
import svc.cap.mail.api.UidStore.UidValues;
import svc.mime.ThreadKeys;
import svc.proto.imap.command.MessageCommand;
import svc.proto.imap.command.MessageCommand.SortCriterion;
import svc.proto.imap.command.MessageCommand.SortKey;
import svc.proto.imap.command.MessageCommand.ThreadAlgorithm;
import svc.proto.imap.command.SearchKey;
import svc.proto.imap.command.SearchOptions;
import svc.proto.imap.command.SearchOptions.SearchResult;
import svc.proto.imap.command.SearchProgram;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.message.MessageThreads;
import svc.proto.imap.message.MessageThreads.ThreadMessage;
import svc.proto.imap.message.ThreadNode;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.response.ResponseWriter.Status;
import svc.proto.imap.state.Features;
import svc.proto.imap.state.Features.Feature;
import svc.proto.imap.state.RefusedException;
import svc.proto.imap.state.Reply;
import svc.proto.imap.state.SelectedMailbox;

/** Executes SEARCH, SORT and THREAD in the selected mailbox. Thread-safe. */
public final class SearchExecutor {

    private static final Set<Field> THREAD_FIELDS =
            Set.of(Field.SUBJECT, Field.MESSAGE_ID, Field.IN_REPLY_TO, Field.REFERENCES);

    /** Executes SEARCH or UID SEARCH (RFC 9051 §6.4.4). */
    public Reply search(
            SelectedMailbox selected, ResponseWriter out, Features features, String tag, MessageCommand.Search command)
            throws IOException, RefusedException {
        Found found = find(selected, out, features, command.program(), command.options());
        SearchResults results = new SearchResults(
                selected,
                tag,
                command.uid(),
                command.options(),
                hasModSeq(command.program().keys()),
                found.relevance(command.program(), command.options(), List.of()));
        results.write(out, "SEARCH", UidSets.numbers(found.uids), features.has(Feature.IMAP4REV2));
        return found.reply("SEARCH");
    }

    /** Executes SORT or UID SORT (RFC 5256 §3, RFC 5267 §3). */
    public Reply sort(
            SelectedMailbox selected, ResponseWriter out, Features features, String tag, MessageCommand.Sort command)
            throws IOException, RefusedException {
        Found found = find(selected, out, features, command.program(), command.options());
        Relevance relevance = found.relevance(command.program(), command.options(), command.order());
        long[] sorted = new SortOrder(selected.access().services().uids(), command.order(), relevance)
                .sorted(new MailboxRows(selected), found.uids);
        SearchResults results = new SearchResults(
                selected,
                tag,
                command.uid(),
                command.options(),
                hasModSeq(command.program().keys()),
                relevance);
        results.write(out, "SORT", sorted, false);
        return found.reply("SORT");
    }

    /** Executes THREAD or UID THREAD (RFC 5256 §3). */
    public Reply thread(SelectedMailbox selected, ResponseWriter out, Features features, MessageCommand.Thread command)
            throws IOException, RefusedException {
        Found found = find(selected, out, features, command.program(), SearchOptions.NONE);
        List<ThreadMessage> messages = messages(selected, found.uids, command.uid());
        List<ThreadNode> threads = command.algorithm() == ThreadAlgorithm.REFERENCES
                ? MessageThreads.references(messages)
                : MessageThreads.orderedSubject(messages);
        ThreadNode.write(out, threads);
        return found.reply("THREAD");
    }

    /** The messages that match. */
    private record Found(NumberSet uids, KeyEvaluation evaluation) {

        Relevance relevance(SearchProgram program, SearchOptions options, List<SortCriterion> order)
                throws RefusedException {
            boolean wanted = options.results().contains(SearchResult.RELEVANCY)
                    || order.stream().anyMatch(criterion -> criterion.key() == SortKey.RELEVANCY);
            return wanted ? Relevance.of(evaluation, program.keys(), uids) : Relevance.NONE;
        }

        Reply reply(String command) {
            return Reply.ok(command + " completed"
                    + (evaluation.isComplete()
                            ? ""
                            : "; results can be missing, because not all messages could be searched for the text"));
        }
    }

    private static Found find(
            SelectedMailbox selected,
            ResponseWriter out,
            Features features,
            SearchProgram program,
            SearchOptions options)
            throws IOException, RefusedException {
        try {
            if (!program.charsetSupported()) {
                throw new RefusedException(ResponseCode.BADCHARSET, "The charset is not supported");
            }
            KeyEvaluation evaluation = new KeyEvaluation(selected);
            NumberSet found = evaluation.matching(program.keys());
            if (hasModSeq(program.keys()) && features.enable(Feature.CONDSTORE)) {
                // RFC 7162 §3.1: the first command that enables CONDSTORE returns HIGHESTMODSEQ.
                out.untagged(
                        Status.OK, ResponseCode.highestModSeq(Math.max(1, selected.modseq())), "CONDSTORE is enabled");
            }
            return new Found(found, evaluation);
        } catch (RefusedException e) {
            if (options.results().contains(SearchResult.SAVE) && e.reply().status() == Status.NO) {
                selected.save(NumberSet.EMPTY); // RFC 9051 §6.4.4.1
            }
            throw e;
        }
    }

    private static boolean hasModSeq(List<SearchKey> keys) {
        return keys.stream().anyMatch(SearchExecutor::hasModSeq);
    }

    private static boolean hasModSeq(SearchKey key) {
        if (key instanceof SearchKey.And and) {
            return hasModSeq(and.keys());
        } else if (key instanceof SearchKey.Or or) {
            return hasModSeq(or.first()) || hasModSeq(or.second());
        } else if (key instanceof SearchKey.Not not) {
            return hasModSeq(not.key());
        }
        return key instanceof SearchKey.ModSeq || (key instanceof SearchKey.Fuzzy fuzzy && hasModSeq(fuzzy.key()));
    }

    private static List<ThreadMessage> messages(SelectedMailbox selected, NumberSet found, boolean uid) {
        UidStore uids = selected.access().services().uids();
        List<ThreadMessage> messages = new ArrayList<>();
        new MailboxRows(selected).forEach(found, (snapshot, emails) -> {
            Map<Long, EmailFields> fields =
                    uids.fields(snapshot, emails.stream().map(UidValues::n).toList(), THREAD_FIELDS);
            for (UidValues email : emails) {
                long number = uid ? email.uid() : selected.view().number(email.uid());
                messages.add(message(number, email, fields.get(email.n())));
            }
        });
        return messages;
    }

    private static ThreadMessage message(long number, UidValues email, @Nullable EmailFields fields) {
        if (fields == null) {
            return new ThreadMessage(number, SortOrder.sent(email), "", 0, new long[0]);
        }
        String subject = fields.subject();
        List<String> ids = fields.messageIds();
        // RFC 5256 §3: without References, the first id in In-Reply-To is the only reference.
        List<String> references = fields.references().isEmpty()
                ? fields.inReplyTo().stream().limit(1).toList()
                : fields.references();
        return new ThreadMessage(
                number,
                SortOrder.sent(email),
                subject == null ? "" : subject,
                ids.isEmpty() ? 0 : ThreadKeys.id(ids.get(0)),
                references.stream().mapToLong(ThreadKeys::id).toArray());
    }
}

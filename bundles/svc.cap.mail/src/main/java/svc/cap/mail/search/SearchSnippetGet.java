package svc.cap.mail.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.search.SearchDocument;
import svc.api.search.SearchIndex;
import svc.api.search.SearchIndex.Highlight;
import svc.api.search.SearchQuery;
import svc.api.search.TextsUnavailableException;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.cap.mail.capability.EmailType;
import svc.cap.mail.capability.MailCapability;
import svc.cap.mail.capability.MailV2Features;
import svc.cap.mail.mailbox.VisibleContainers;

/**
 * {@code SearchSnippet/get} (RFC 8621 §5.1): returns the subjects and body texts of emails with the matches of a filter
 * highlighted.
 */
@Component(service = MethodHandler.class)
public final class SearchSnippetGet
        implements MethodHandler<SearchSnippetGet.Arguments, Map<String, @Nullable Object>> {

    private static final int AT_ONCE = 16;

    private final Store store;
    private final SearchIndex index;
    private final EmailSearchSource texts;
    private final JmapLimits limits;

    @Activate
    public SearchSnippetGet(
            @Reference Store store,
            @Reference SearchIndex index,
            @Reference EmailSearchSource texts,
            @Reference JmapLimits limits) {
        this.store = store;
        this.index = index;
        this.texts = texts;
        this.limits = limits;
    }

    record Arguments(String accountId, @Nullable Map<String, @Nullable Object> filter, List<String> emailIds) {}

    @Override
    public String method() {
        return "SearchSnippet/get";
    }

    @Override
    public String capability() {
        return MailCapability.URN;
    }

    @Override
    public boolean supportsSharedContainers() {
        return true;
    }

    @Override
    public Map<String, @Nullable Object> handle(MethodCall call, Arguments arguments) {
        Scope scope = call.scope(arguments.accountId(), Access.READ);
        if (arguments.emailIds().size() > limits.maxObjectsInGet()) {
            throw new MethodError(
                    "requestTooLarge",
                    "A call can get the snippets of at most " + limits.maxObjectsInGet()
                            + " emails. Split the request.");
        }
        AccessibleAccount accessible = call.account(arguments.accountId(), Access.READ);
        MailV2Features features =
                MailV2Features.of(urn -> call.isVisible(accessible, urn)).in(accessible);
        SearchQuery query = SnippetFilterParser.read(arguments.filter(), features)
                .map(TextConditions::query)
                .orElse(new SearchQuery.And(List.of()));
        TextConditions.marks(index, query, EmailSearchSource.SUBJECT, "");
        Map<Long, Map<String, @Nullable Object>> snippets = new HashMap<>();
        List<Long> numbers = new ArrayList<>();
        for (String id : new LinkedHashSet<>(arguments.emailIds())) {
            number(id).ifPresent(numbers::add);
        }
        VisibleContainers visible = VisibleContainers.of(accessible);
        if (!visible.isAll()) {
            numbers.retainAll(store.read(scope, snapshot -> visible.emails(snapshot.sql(), List.copyOf(numbers))));
        }
        for (int i = 0; i < numbers.size(); i += AT_ONCE) {
            call.checkDeadline();
            read(scope, numbers.subList(i, Math.min(i + AT_ONCE, numbers.size())), document -> {
                EmailSearchSource.Shown shown = EmailSearchSource.Shown.of(document);
                snippets.put(document.n(), snippet(query, document.n(), shown));
            });
        }
        return answer(arguments, snippets);
    }

    private void read(Scope scope, List<Long> numbers, Consumer<SearchDocument> documents) {
        try {
            texts.read(scope, numbers, documents);
        } catch (TextsUnavailableException e) {
            throw new MethodError("serverUnavailable", e.getMessage() + ". Try again later.");
        }
    }

    private static OptionalLong number(String id) {
        return ObjectId.parse(EmailType.LETTER, id);
    }

    private Map<String, @Nullable Object> snippet(SearchQuery query, long n, EmailSearchSource.Shown shown) {
        List<Highlight> subject = TextConditions.marks(index, query, EmailSearchSource.SUBJECT, shown.subject());
        List<Highlight> body = TextConditions.marks(index, query, EmailSearchSource.BODY, shown.body());
        Map<String, @Nullable Object> snippet = new LinkedHashMap<>();
        snippet.put("emailId", ObjectId.format(EmailType.LETTER, n));
        snippet.put("subject", subject.isEmpty() ? null : SnippetText.whole(shown.subject(), subject));
        snippet.put("preview", body.isEmpty() ? null : SnippetText.preview(shown.body(), body));
        return snippet;
    }

    private static Map<String, @Nullable Object> answer(
            Arguments arguments, Map<Long, Map<String, @Nullable Object>> snippets) {
        List<Map<String, @Nullable Object>> list = new ArrayList<>();
        List<String> notFound = new ArrayList<>();
        for (String id : new LinkedHashSet<>(arguments.emailIds())) {
            OptionalLong n = number(id);
            Map<String, @Nullable Object> snippet = n.isPresent() ? snippets.get(n.getAsLong()) : null;
            if (snippet == null) {
                notFound.add(id);
            } else {
                list.add(snippet);
            }
        }
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", arguments.accountId());
        answer.put("list", list);
        answer.put(
                "notFound", Optional.of(notFound).filter(ids -> !ids.isEmpty()).orElse(null));
        return answer;
    }
}

package svc.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The arguments with which every method is probed, with letters in place of ids. */
final class ProbedCalls {

    /** The envelope of a message that is held beyond the end of the test. */
    private static final String HELD = "{\"mailFrom\":{\"email\":\"%3$s\",\"parameters\":{\"HOLDFOR\":\"86400\"}},"
            + "\"rcptTo\":[{\"email\":\"%3$s\"}]}";

    /**
     * The properties to create an object of each type, with placeholders for a number, the inbox, the own address, an
     * identity and an email. A type that is missing here fails the test.
     */
    static final Map<String, String> EXAMPLES = Map.of(
            "Identity", "{\"email\":\"%3$s\"}",
            "EmailSubmission", "{\"identityId\":\"%4$s\",\"emailId\":\"%5$s\",\"envelope\":" + HELD + "}",
            "Todo", "{\"title\":\"x\"}",
            "Task", "{\"title\":\"x\"}",
            "Bookmark", "{\"url\":\"https://x.example/\"}",
            "AppPassword", "{\"name\":\"x\"}",
            "Label", "{\"name\":\"x%1$d\"}",
            "Mailbox", "{\"name\":\"x%1$d\"}",
            "Email", "{\"mailboxIds\":{\"%2$s\":true},\"subject\":\"x\",\"from\":[{\"email\":\"%3$s\"}]}");

    /** The letters that are an id of one type in every method. */
    static final Map<Character, String> KINDS =
            Map.of('B', "Blob", 'M', "Mailbox", 'E', "Email", 'L', "Label", 'N', "Identity", 'S', "EmailSubmission");

    /**
     * The arguments of the derived methods. A, F and I are an account, the other account and an object; B, M, E, L, N
     * and S are a blob, a mailbox, an email, a label, an identity and a submission.
     */
    private static final Map<String, List<String>> DERIVED = Map.of(
            "get", List.of("{'accountId':A,'ids':[I]}", "{'accountId':A,'ids':[I],'properties':['id']}"),
            "changes", List.of("{'accountId':A,'sinceState':'s1-0'}"),
            "query", List.of("{'accountId':A}", "{'accountId':A,'anchor':I}"),
            "queryChanges", List.of("{'accountId':A,'sinceQueryState':'s1-0','upToId':I}"),
            "set",
                    List.of(
                            "{'accountId':A,'update':{I:{}}}",
                            "{'accountId':A,'destroy':[I]}",
                            "{'accountId':A,'ifInState':'s1-0','update':{I:{}}}"),
            "copy",
                    List.of(
                            "{'fromAccountId':F,'accountId':A,'create':{'k':{'id':I}}}",
                            "{'fromAccountId':F,'accountId':A,'create':{},'onSuccessDestroyOriginal':true}"));

    /** The arguments of all other methods. A method that is missing here fails the test. */
    private static final Map<String, List<String>> OWN = Map.ofEntries(
            Map.entry("Blob/copy", List.of("{'fromAccountId':F,'accountId':A,'blobIds':[I]}")),
            Map.entry(
                    "Blob/get",
                    List.of(
                            "{'accountId':A,'ids':[I]}",
                            "{'accountId':A,'ids':[I],'properties':['size','digest:sha-256'],'offset':1}")),
            Map.entry("Blob/lookup", List.of("{'accountId':A,'typeNames':[],'ids':[I]}")),
            Map.entry("Blob/upload", List.of("{'accountId':A,'create':{'k':{'data':[{'blobId':I}]}}}")),
            Map.entry(
                    "Push/catchup",
                    List.of("{'accountId':A,'sinceState':null}", "{'accountId':A,'sinceState':'p1-1-1-1'}")),
            Map.entry("Query/subscribe", List.of("{'accountId':A,'query':{'type':'Task'}}")),
            Map.entry("Query/unsubscribe", List.of("{'accountId':A,'subscriptionId':I}")),
            Map.entry(
                    "Email/import",
                    List.of(
                            "{'accountId':A,'emails':{'k':{'blobId':B,'mailboxIds':{M:true}}}}",
                            "{'accountId':A,'dedupe':true,'emails':{'k':{'blobId':B,'mailboxIds':{M:true},'labelIds':{L:true}}}}")),
            Map.entry("Email/reindex", List.of("{'accountId':A,'ids':[E]}", "{'accountId':A,'ids':null}")),
            Map.entry("Email/send", List.of("{'accountId':A,'send':{'k':{'emailId':E,'identityId':N}}}")),
            Map.entry(
                    "MDN/send",
                    List.of("{'accountId':A,'identityId':N,'send':{'k':{'forEmailId':E,'disposition':{'actionMode':"
                            + "'manual-action','sendingMode':'mdn-sent-manually','type':'displayed'}}},"
                            + "'onSuccessUpdateEmail':{'#k':{'keywords/$mdnsent':true}}}")),
            Map.entry("MDN/parse", List.of("{'accountId':A,'blobIds':[B]}")),
            Map.entry("Email/cancel", List.of("{'accountId':A,'submissionIds':[S]}")),
            Map.entry(
                    "VacationResponse/get",
                    List.of("{'accountId':A,'ids':null}", "{'accountId':A,'ids':['singleton']}")),
            Map.entry("VacationResponse/set", List.of("{'accountId':A,'update':{'singleton':{'subject':'x'}}}")),
            Map.entry("Email/parse", List.of("{'accountId':A,'blobIds':[B]}")),
            Map.entry("Thread/merge", List.of("{'accountId':A,'merge':{'k':{'threadIds':[O,I]}}}")),
            Map.entry("SearchSnippet/get", List.of("{'accountId':A,'filter':{'text':'x'},'emailIds':[E]}")),
            Map.entry("Core/echo", List.of("{'accountId':A,'ids':[I]}")),
            Map.entry("PushSubscription/get", List.of("{'ids':[I]}")),
            Map.entry("PushSubscription/set", List.of("{'update':{I:{}}}", "{'destroy':[I]}")),
            Map.entry("Todo/archive", List.of("{'accountId':A}")),
            Map.entry("Task/wait", List.of("{'file':I,'fail':true}")));

    /** The arguments that name other objects in a property, for types that have one; O is an own object. */
    private static final Map<String, List<String>> REFERRING = Map.of(
            "Task/set",
                    List.of(
                            "{'accountId':A,'create':{'k':{'title':'x','related':[I]}}}",
                            "{'accountId':A,'update':{O:{'related':[I]}}}",
                            "{'accountId':A,'create':{'k':{'title':'x','related':[I]}},'destroy':[I]}"),
            "Task/copy", List.of("{'fromAccountId':F,'accountId':A,'create':{'k':{'id':I,'related':[I]}}}"),
            "Mailbox/set",
                    List.of(
                            "{'accountId':A,'create':{'k':{'name':'y','parentId':M}}}",
                            "{'accountId':A,'update':{O:{'parentId':M}}}"),
            "Mailbox/query", List.of("{'accountId':A,'filter':{'parentId':M}}"),
            "Email/set",
                    List.of(
                            "{'accountId':A,'create':{'k':{'subject':'y','mailboxIds':{M:true}}}}",
                            "{'accountId':A,'update':{O:{'mailboxIds':{M:true}}}}",
                            "{'accountId':A,'update':{O:{'labelIds':{L:true}}}}",
                            "{'accountId':A,'create':{'k':{'mailboxIds':{M:true},'attachments':[{'blobId':B,'type':'a/b'}]}}}"),
            "Email/copy", List.of("{'fromAccountId':F,'accountId':A,'create':{'k':{'id':I,'mailboxIds':{M:true}}}}"),
            "Email/query",
                    List.of(
                            "{'accountId':A,'filter':{'inMailbox':M}}",
                            "{'accountId':A,'filter':{'hasLabel':L}}",
                            "{'accountId':A,'filter':{'inMailboxOtherThan':[M]}}"),
            "EmailSubmission/set", List.of("{'accountId':A,'create':{'k':{'identityId':N,'emailId':E}}}"),
            "EmailSubmission/query", List.of("{'accountId':A,'filter':{'emailIds':[E]}}"),
            "Thread/query", List.of("{'accountId':A,'filter':{'inMailbox':M}}"));

    private ProbedCalls() {}

    /** Returns whether a method is one of the standard methods. */
    static boolean isDerived(String method) {
        return !OWN.containsKey(method);
    }

    /** Returns the arguments of a method. */
    static List<String> of(String method) {
        List<String> own = OWN.get(method);
        if (own != null) {
            return own;
        }
        List<String> templates = new ArrayList<>(Objects.requireNonNull(
                DERIVED.get(method.substring(method.indexOf('/') + 1)),
                "Give arguments of " + method + " to this class"));
        templates.addAll(REFERRING.getOrDefault(method, List.of()));
        return templates;
    }

    /** Returns whether arguments contain a letter. */
    static boolean at(String template, char place) {
        return template.matches(".*[:{\\[,]" + place + "[,:}\\]].*");
    }
}

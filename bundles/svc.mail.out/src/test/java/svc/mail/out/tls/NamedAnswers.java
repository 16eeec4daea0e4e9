package svc.mail.out.tls;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import svc.api.dns.Answer;
import svc.api.dns.Answer.Failed;
import svc.api.dns.Answer.Failure;
import svc.api.dns.Answer.Found;
import svc.api.dns.Answer.None;
import svc.api.dns.Answer.Security;
import svc.api.dns.Resolver;
import svc.api.net.IpNetwork;

/** The DNS of a test. A name without an answer has no records, and this is not authenticated. */
public final class NamedAnswers implements Resolver {

    private final Map<String, Answer<?>> answers = new ConcurrentHashMap<>();

    /** The lookups, as type and name. */
    final List<String> asked = new CopyOnWriteArrayList<>();

    NamedAnswers put(String question, Answer<?> answer) {
        answers.put(question, answer);
        return this;
    }

    /** Sets the TXT records of a name. */
    public NamedAnswers txt(String name, String... texts) {
        return put("TXT " + name, new Found<>(List.of(texts), Security.INSECURE));
    }

    /** Lets lookups of TXT records fail. */
    public NamedAnswers failing(String name) {
        return fail("TXT " + name, Failure.TEMPORARY);
    }

    NamedAnswers fail(String question, Failure failure) {
        return put(question, new Failed<>(failure, "no answer"));
    }

    NamedAnswers remove(String question) {
        answers.remove(question);
        return this;
    }

    NamedAnswers addresses(String host, Security security, String... addresses) {
        List<InetAddress> all = new ArrayList<>();
        Arrays.stream(addresses).forEach(text -> all.add(IpNetwork.address(text).orElseThrow()));
        return put((all.get(0).getAddress().length == 4 ? "IPV4 " : "IPV6 ") + host, new Found<>(all, security));
    }

    NamedAnswers tlsa(String host, Security security, Tlsa... records) {
        return put("TLSA _25._tcp." + host, new Found<>(List.of(records), security));
    }

    NamedAnswers cname(String alias, Security security, String target) {
        return put("CNAME " + alias, new Found<>(List.of(target), security));
    }

    @SuppressWarnings("unchecked") // a test sets answers of the right type
    private <T> Answer<T> answer(String question) {
        asked.add(question);
        return (Answer<T>) answers.getOrDefault(question, new None<>(Security.INSECURE));
    }

    @Override
    public Answer<String> txt(String name) {
        return answer("TXT " + name);
    }

    @Override
    public Answer<InetAddress> addresses(String host, Family family) {
        return answer(family + " " + host);
    }

    @Override
    public Answer<Mx> mx(String domain) {
        return answer("MX " + domain);
    }

    @Override
    public Answer<String> ptr(InetAddress address) {
        return answer("PTR " + address.getHostAddress());
    }

    @Override
    public Answer<Tlsa> tlsa(String name) {
        return answer("TLSA " + name);
    }

    @Override
    public Answer<String> cname(String name) {
        return answer("CNAME " + name);
    }
}

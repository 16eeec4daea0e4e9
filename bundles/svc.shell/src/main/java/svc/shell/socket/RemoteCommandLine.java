package svc.shell;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;
import svc.api.json.Json;
import svc.api.operation.OperationProblem;
import svc.api.operation.Operations;

/** {@code --url URL --token-file FILE}: the same command line, run on another machine. */
final class Remote {

    private Remote() {}

    static int run(Operations declared, Json json, Invocation invocation) {
        CommandLine here = new CommandLine(declared, json, Surroundings.SERVER);
        try {
            Words words = Words.of(invocation.words());
            URI base = base(words.url().orElse(""));
            String token = token(words, invocation.directory());
            Operations there = new RemoteOperations(declared, json, base, token);
            return new CommandLine(there, json, Surroundings.SERVER).run(invocation);
        } catch (CommandProblem problem) {
            return here.refuse(problem, invocation);
        }
    }

    private static URI base(String url) {
        try {
            URI uri = new URI(url.replaceFirst("(/admin/v1)?/*$", ""));
            boolean plain = uri.getUserInfo() == null && uri.getQuery() == null && uri.getFragment() == null;
            if (uri.getHost() != null && plain && Set.of("http", "https").contains(uri.getScheme())) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // refused below, in words that do not repeat the URL: a token may stand in it
        }
        throw CommandProblem.usage("--url needs the URL of a server, such as https://mail.example.org,"
                + " without a user, a query or a fragment.");
    }

    private static String token(Words words, Path directory) {
        String file = words.tokenFile()
                .orElseThrow(() -> CommandProblem.usage(
                        "--url needs --token-file with the file that holds [admin] token of that server."));
        try {
            String token = Files.readString(directory.resolve(file)).strip();
            if (!token.isEmpty() && token.chars().allMatch(c -> c > ' ' && c < 127)) {
                return token;
            }
        } catch (IOException | InvalidPathException e) {
            throw new CommandProblem(
                    Exit.REFUSED,
                    new OperationProblem(
                            OperationProblem.Reason.INVALID,
                            "The token file " + file + " cannot be read. Name a file that you may read."));
        }
        throw new CommandProblem(
                Exit.REFUSED,
                new OperationProblem(
                        OperationProblem.Reason.INVALID,
                        "The token file " + file + " does not hold a token. Put [admin] token into it, on one line."));
    }
}

package svc.shell.socket;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;
import svc.api.json.Json;
import svc.api.operation.Operations;
import svc.shell.command.CommandEnvironment;
import svc.shell.command.CommandException;
import svc.shell.command.CommandInvocation;
import svc.shell.command.CommandLine;
import svc.shell.command.GlobalOptions;

/** The command line with {@code --url URL --token-file FILE}: runs commands on another server. */
public final class RemoteCommandLine {

    private RemoteCommandLine() {}

    public static int run(Operations declared, Json json, CommandInvocation invocation) {
        CommandLine here = new CommandLine(declared, json, CommandEnvironment.SERVER);
        try {
            GlobalOptions words = GlobalOptions.of(invocation.words());
            URI base = base(words.url().orElse(""));
            String token = token(words, invocation.directory());
            Operations there = new RemoteOperations(declared, json, base, token);
            return new CommandLine(there, json, CommandEnvironment.SERVER).run(invocation);
        } catch (CommandException problem) {
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
            // the URL is rejected below; the message must not contain the URL, which may contain a token
        }
        throw CommandException.usage("--url needs the URL of a server, such as https://mail.example.org,"
                + " without a user, a query or a fragment.");
    }

    private static String token(GlobalOptions words, Path directory) {
        String file = words.tokenFile()
                .orElseThrow(() -> CommandException.usage(
                        "--url needs --token-file with the file that holds [admin] token of that server."));
        try {
            String token = Files.readString(directory.resolve(file)).strip();
            if (!token.isEmpty() && token.chars().allMatch(c -> c > ' ' && c < 127)) {
                return token;
            }
        } catch (IOException | InvalidPathException e) {
            throw CommandException.refused(
                    "The token file " + file + " cannot be read. Name a file that you may read.");
        }
        throw CommandException.refused(
                "The token file " + file + " does not hold a token. Put [admin] token into it, on one line.");
    }
}

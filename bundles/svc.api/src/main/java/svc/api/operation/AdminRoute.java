package svc.api.operation;

/**
 * Where an operation stands under {@code /admin/v1}.
 *
 * @param method the HTTP method, upper case
 * @param path the path below {@code /admin/v1}, with a leading slash; a segment in braces is an argument: {@code /bans/{ip}}
 * @param status the status of success
 */
public record Route(String method, String path, int status) {

    /** A route that answers 200. */
    public Route(String method, String path) {
        this(method, path, 200);
    }
}

package svc.api.operation;

/**
 * A route of an operation under {@code /admin/v1}.
 *
 * @param method the HTTP method in upper case
 * @param path the path below {@code /admin/v1}, with a leading slash; a segment in braces is an argument:
 *     {@code /bans/{ip}}
 * @param status the status of a successful response
 */
public record AdminRoute(String method, String path, int status) {

    /** Creates a route with status 200. */
    public AdminRoute(String method, String path) {
        this(method, path, 200);
    }
}

/**
 * The REST interface {@code /admin/v1}: routes, the admin token, arguments and results as JSON, and problem
 * documents.
 */
@NullMarked
package svc.admin.rest;

import org.jspecify.annotations.NullMarked;

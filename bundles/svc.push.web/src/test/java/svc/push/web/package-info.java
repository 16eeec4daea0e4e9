/** Tests of web push. */
@NullMarked
package svc.push.web;

import org.jspecify.annotations.NullMarked;

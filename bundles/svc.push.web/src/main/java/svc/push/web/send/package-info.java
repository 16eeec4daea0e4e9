/** Sends push messages: endpoint policy, host names, retries and the state delivered last. */
@NullMarked
package svc.push.web.send;

import org.jspecify.annotations.NullMarked;

import * as contract from '@jawhara/contract';
import type { SessionDeps } from '../accounts/session-key.ts';
import type { FeedbackContext } from '../feedback/feedback-context.ts';
import { sharesOf } from '../guards/networks.ts';
import type { MailKeys } from '../mails/mail-keys.ts';
import { answer, refuse } from '../http/answer.ts';
import type { Route } from '../http/route.ts';
import type { RateLimit } from '../platform/rate-limit.ts';
import { forgetDevice, requestErasure } from './request-erasure.ts';
import { readMyData } from './read-my-data.ts';

export interface MyDataDeps {
  readonly sessions: SessionDeps;
  readonly feedback: FeedbackContext;
  /** The keys that decrypt mail addresses; null in a shop without mail. */
  readonly mailKeys: MailKeys | null;
  /** Limits erasure requests: an operator answers each, so a single sender must not flood the list. */
  readonly requests: RateLimit;
  readonly requestsPerHour: number;
}

/** Routes for the rights over their own data that the privacy policy gives to people. */
export function myDataRoutes(
  route: Route,
  { sessions, feedback, mailKeys, requests, requestsPerHour: most }: MyDataDeps,
): void {
  route(contract.forgetDevice, async ({ caller }) => {
    await forgetDevice(sessions, caller);
    return { ...answer({}), endsDevice: true };
  });
  route(contract.readMyData, async ({ caller }) =>
    answer({ file: await readMyData({ ...sessions, mailKeys }, caller) }),
  );
  route(contract.requestErasure, async ({ caller }) => {
    const retryAfterS = await requests.secondsToWait([
      { who: `device:${caller.device}`, most },
      ...sharesOf(caller.address, most),
    ]);
    if (retryAfterS !== null) return refuse('too-many-tries', { retryAfterS });
    return answer({ reportNumber: await requestErasure(feedback, caller) });
  });
}

import * as contract from '@jawhara/contract';
import type { SessionDeps } from '../accounts/session-key.ts';
import type { FeedbackContext } from '../feedback/feedback-context.ts';
import { answer } from '../http/answer.ts';
import type { Route } from '../http/route.ts';
import { forgetDevice } from './forget-device.ts';
import { readMyData } from './read-my-data.ts';
import { requestErasure } from './request-erasure.ts';

export interface MyDataDeps {
  readonly sessions: SessionDeps;
  readonly feedback: FeedbackContext;
}

/** What the privacy policy promises somebody about their own data. */
export function myDataRoutes(route: Route, { sessions, feedback }: MyDataDeps): void {
  route(contract.forgetDevice, async ({ caller }) => {
    await forgetDevice(sessions, caller);
    return { ...answer({}), endsDevice: true };
  });
  route(contract.readMyData, async ({ caller }) => answer({ file: await readMyData(sessions, caller) }));
  route(contract.requestErasure, async ({ caller }) =>
    answer({ reportNumber: await requestErasure(feedback, caller) }),
  );
}

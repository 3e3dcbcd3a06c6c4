import { readPressedAccount } from '@jawhara/contract';
import { pressOnUser, type AccountId, type PressFacts, type PressOutcome } from '@jawhara/domain';
import { call } from '../../api/call.ts';
import { hostApp } from '../../host-app/current-host-app.ts';
import type { PageScope } from '../../page-scope.ts';
import { readUrlParameters } from '../../browser/link.ts';

/** A flag in a link: present, and not denied. */
const isSaid = (value: string | null): boolean => value === 'true' || value === '1';

function isPresserLive(): boolean {
  const { from, isAnchor } = readUrlParameters(location);
  return from === 'streamer' || isSaid(isAnchor);
}

/** Facts of a person about whom nothing is known: only the face and name are shown. */
const UNKNOWN: Pick<PressFacts, 'status' | 'isStreamer' | 'isInvisible' | 'isOnline'> & { roomId: null } = {
  status: 'normal',
  isStreamer: false,
  isInvisible: false,
  isOnline: false,
  roomId: null,
};

export interface PersonPress {
  readonly outcome: PressOutcome;
  /** The room of a streamer whom the server reports as live; otherwise null. */
  readonly roomId: number | null;
}

/** Where a press on a person leads. In an app that does not open its own page, the same as in a browser. */
export async function pressPerson(page: PageScope, accountId: AccountId): Promise<PersonPress> {
  const app = await hostApp(page);
  const isInApp = app.facts !== null && (await app.openUserPage(accountId));
  const answer = isInApp ? null : await call(readPressedAccount, { accountId });
  const facts = answer?.kind === 'ok' ? answer.value : UNKNOWN;
  const outcome = pressOnUser({ ...facts, isInApp, isPresserLive: isPresserLive() });
  return { outcome, roomId: facts.roomId };
}

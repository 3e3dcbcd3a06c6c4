import {
  findRecipient as findRecipientCall,
  listRecipientHistory,
  uploadRecipientHistory,
  wireBannedRecipient,
} from '@jawhara/contract';
import type { AccountId, BanNotice } from '@jawhara/domain';
import { answer, refuse } from '../http/answer.ts';
import type { LookupBudget } from '../guards/lookup-budget.ts';
import type { Route } from '../http/route.ts';
import type { Db } from '../platform/postgres.ts';
import { findRecipient, type RecipientDirectory } from './recipient-directory.ts';
import { addToRecipientHistory, newFaces, readRecipientHistory } from './recipient-history.ts';

export interface RecipientDeps {
  readonly db: Db;
  readonly names: LookupBudget;
  /** The facts about an account's ban that a payer may see. */
  readonly banOf: (accountId: AccountId) => Promise<BanNotice | null>;
  readonly recipients: RecipientDirectory;
}

/** Both calls return names and pictures, so a limit on look-ups stops callers from listing all accounts. */
export function recipientRoutes(route: Route, { db, names, banOf, recipients }: RecipientDeps): void {
  route(findRecipientCall, async ({ request, caller }) => {
    const lookupKeys = [`id:${request.displayId}`];
    const wait = await names.secondsToWait(caller, lookupKeys);
    if (wait !== null) return refuse('too-many-tries', { retryAfterS: wait });
    const found = await findRecipient(recipients, request.displayId, banOf);
    if (found.kind === 'found') return answer(found.recipient);
    if (found.kind === 'banned') return refuse('banned', { data: wireBannedRecipient.write(found) });
    // The result is not awaited, so that an unknown id takes no longer than a known one.
    void names.giveBack(caller, lookupKeys);
    return refuse(found.kind === 'refused' ? found.refusal : 'busy');
  });

  route(listRecipientHistory, async ({ request, caller }) =>
    answer(await readRecipientHistory(db, caller, request)),
  );

  route(uploadRecipientHistory, async ({ request, caller }) => {
    // A recipient that is new on the list is shown with name and picture, so each new one counts as a look-up.
    const faces = await newFaces(db, caller, request);
    const wait = await names.secondsToWait(
      caller,
      faces.map((id) => `account:${id}`),
    );
    if (wait !== null) return refuse('too-many-tries', { retryAfterS: wait });
    await addToRecipientHistory(db, caller, request);
    return answer({});
  });
}

import { listGemPacks as listGemPacksCall, type RechargeList } from '@jawhara/contract';
import { repeatedAnswer, type Answer } from '../http/answer.ts';
import type { Route } from '../http/route.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/postgres.ts';
import type { CountryOfCall } from '../system/country-of-call.ts';
import {
  isSameOffer,
  listGemPacks,
  readListFacts,
  type ListFacts,
  type PayerHistory,
} from './list-gem-packs.ts';

/** The list of packs depends only on these four properties of a visitor, so it is cached by them. */
function kindOf({ isNewAccount, isNewDevice, isLoggedIn, localMoney }: ListFacts): string {
  return `${isNewAccount} ${isNewDevice} ${isLoggedIn} ${localMoney?.currency}`;
}

export interface GemPackDeps {
  readonly db: Db;
  readonly now: Clock;
  readonly history: PayerHistory;
  readonly country: CountryOfCall;
}

/** Reads the database at every call. If nothing has changed, the answer that was serialised before is sent again. */
export function gemPackRoutes(route: Route, deps: GemPackDeps): void {
  let offer: ListFacts | null = null;
  let answers = new Map<string, Answer<RechargeList>>();

  function answerFor(facts: ListFacts): Answer<RechargeList> {
    if (offer === null || !isSameOffer(offer, facts)) {
      offer = facts;
      answers = new Map();
    }
    const kind = kindOf(facts);
    const known = answers.get(kind);
    if (known) return known;
    const made = repeatedAnswer(listGemPacks(facts));
    answers.set(kind, made);
    return made;
  }

  route(listGemPacksCall, async ({ request, caller, http }) => {
    const asking = {
      recipientId: request.recipientId,
      device: caller.device,
      isLoggedIn: caller.accountId !== null,
      country: deps.country(http.headers, caller.address),
    };
    return answerFor(await readListFacts(deps.db, deps.history, asking, deps.now()));
  });
}

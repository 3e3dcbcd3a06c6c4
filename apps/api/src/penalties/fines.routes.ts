import {
  createFinePay,
  createFinePayByPayerMax,
  readFine as readFineCall,
  type OrderPlaced,
  type PayFine,
} from '@jawhara/contract';
import { PAYERMAX, type ProviderNumber } from '@jawhara/domain';
import type { LookupBudget } from '../guards/lookup-budget.ts';
import { answer, refuse, type Answer } from '../http/answer.ts';
import { requestIdOf, type Route, type RouteCall } from '../http/route.ts';
import type { CountryOfCall } from '../system/country-of-call.ts';
import { payFine, type PayFineDeps } from './pay-fine.ts';
import { readFine } from './read-fine.ts';

export interface FineRouteDeps extends PayFineDeps {
  readonly names: LookupBudget;
  readonly country: CountryOfCall;
}

export function fineRoutes(route: Route, deps: FineRouteDeps): void {
  // The answer shows the account's profile, so it counts against the same limit as a look-up of that account.
  route(readFineCall, async ({ request, caller, http }) => {
    const lookupKeys = [`id:${request.displayId}`];
    const wait = await deps.names.secondsToWait(caller, lookupKeys);
    if (wait !== null) return refuse('too-many-tries', { retryAfterS: wait });
    const fine = await readFine(deps.fines, request.displayId, deps.country(http.headers, caller.address));
    if (fine.kind === 'read') return answer(fine.info);
    void deps.names.giveBack(caller, lookupKeys);
    return refuse(fine.kind === 'refused' ? fine.refusal : 'busy');
  });

  const pay = async (
    { request, caller, http }: RouteCall<PayFine>,
    only: ProviderNumber | null,
  ): Promise<Answer<OrderPlaced>> => {
    const requestId = requestIdOf(http);
    if (requestId === null) return refuse('request-id-missing');
    const { device: payerDevice, accountId: payerAccount, address, locale, siteUrl } = caller;
    const payer = { payerDevice, payerAccount, address, locale, siteUrl, requestId };
    const opened = await payFine(deps, request, payer, only);
    if (opened.kind === 'refused') {
      const { refusal, retryAfterS } = opened;
      return refuse(refusal, retryAfterS === undefined ? {} : { retryAfterS });
    }
    http.providerMs = opened.answer.providerMs ?? null;
    return answer({ orderId: opened.orderId, answer: opened.answer });
  };
  route(createFinePay, (call) => pay(call, null));
  route(createFinePayByPayerMax, (call) => pay(call, PAYERMAX));
}

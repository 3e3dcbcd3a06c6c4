import type { CallAnswer } from '../../../api/call-answer.ts';
import type { Call } from '../../../api/create-call.ts';
import { createRepeatConsents } from '../repeat-consents.ts';
import { NOTHING_UNDECIDED } from '../purchase/test/purchase-samples.ts';
import type { CheckoutDeps } from '../run-checkout.ts';

export interface RecordedDeps {
  readonly deps: CheckoutDeps;
  /** The calls, in the order they were made. */
  readonly log: string[];
  readonly sent: { readonly name: string; readonly requestId: string | undefined }[];
}

/** Dependencies that record the order of their calls; the endpoint's name selects the answer. */
export function recordedDeps(
  answers: Record<string, (nth: number) => CallAnswer<unknown>> = {},
  updated: 'updated' | 'refused' | 'lost' = 'updated',
  isDeleted = true,
): RecordedDeps {
  const log: string[] = [];
  const sent: RecordedDeps['sent'] = [];
  const call: Call = (endpoint, _request, options) => {
    const nth = sent.filter(({ name }) => name === endpoint.name).length;
    sent.push({ name: endpoint.name, requestId: options?.requestId });
    log.push(`call ${endpoint.name}`);
    const answer = answers[endpoint.name]?.(nth) ?? { kind: 'failed', failure: 'no-response' };
    return Promise.resolve(answer as never);
  };
  let ids = 0;
  const deps: CheckoutDeps = {
    call,
    newRequestId: () => `request-${(ids += 1)}`,
    undecided: () => NOTHING_UNDECIDED,
    waitForTurn: () => Promise.resolve(),
    waitExactly: () => new Promise(() => undefined),
    rememberRequest: (id) => log.push(`remember ${id}`),
    forgetRequest: () => log.push('forget'),
    rememberOrder: () => log.push('remember order'),
    orderDecided: (_id, isPaid) => log.push(isPaid ? 'paid' : 'not paid'),
    keepOrder: () => undefined,
    keepSentCard: () => undefined,
    readFine: (displayId) => log.push(`read fine ${displayId}`),
    host: () => 'shop.example',
    goTo: (url) => log.push(`go to ${url}`),
    savedCardInput: (sourceId) => ({ card: { sourceId, cvvToken: null } }),
    updateExpiry: (sourceId, expiry) => {
      log.push(`update ${sourceId} ${expiry}`);
      return Promise.resolve(updated);
    },
    deleteCard: (fingerprint) => {
      log.push(`delete ${fingerprint}`);
      return Promise.resolve(isDeleted);
    },
    readCards: () => log.push('read cards'),
    fetchCards: () => Promise.resolve(null),
    findRepeat: () => null,
    repeats: createRepeatConsents(),
    readConfig: () => log.push('read config'),
    keepLast: ({ card }) => log.push(`keep ${card}`),
    choosePack: () => log.push('choose pack'),
    chooseOrder: () => log.push('choose order'),
    keepPurchase: (_order, card) => log.push(`keep purchase with ${card}`),
    watchCard: () => log.push('watch card'),
    say: (what) => log.push(`say ${what}`),
    reload: () => log.push('reload'),
    noticed: () => undefined,
  };
  return { deps, log, sent };
}

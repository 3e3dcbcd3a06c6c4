import type { Money, ReturnStage } from '@jawhara/domain';
import * as v from 'valibot';
import type { WebhookMeaning } from '../provider.ts';
import { amountSchema, moneyIn } from './amount.ts';
import type { PayermaxEvent } from './webhook-event.ts';
import { tradeNumberSchema } from './trade-number.ts';

/** A quarrel about a trade, of a card or of a wallet. */
const caseSchema = v.object({
  caseId: v.pipe(v.string(), v.minLength(1)),
  outTradeNo: v.nullish(tradeNumberSchema),
  caseResult: v.nullish(v.string()),
  /** The amount that is really frozen, and the provider's fee, in the currency of our account there. */
  amount: v.nullish(amountSchema),
  currency: v.nullish(v.string()),
  fee: v.nullish(amountSchema),
  /** The amount that should be frozen, in the currency of the sale. */
  originTradeAmount: v.nullish(amountSchema),
  originTradeCurrency: v.nullish(v.string()),
  /** The sale. */
  tradeAmount: v.nullish(amountSchema),
  tradeCurrency: v.nullish(v.string()),
});

type Case = v.InferOutput<typeof caseSchema>;

function positive(money: Money | null): Money | null {
  return money !== null && money.minorUnits > 0 ? money : null;
}

/** In the currency of the sale where it is told in it. Told in another alone, it cannot be a part of the sale that anybody knows. */
function moneyOf(told: Case): Money | null {
  const amounts = [
    positive(moneyIn(told.amount, told.currency)),
    positive(moneyIn(told.originTradeAmount, told.originTradeCurrency)),
  ].filter((money) => money !== null);
  const inSale = amounts.find(({ currency }) => currency === told.tradeCurrency);
  return inSale ?? positive(moneyIn(told.tradeAmount, told.tradeCurrency)) ?? amounts[0] ?? null;
}

function caseMeaning(told: Case, stage: ReturnStage): WebhookMeaning {
  return {
    kind: 'returned',
    returned: {
      returnId: told.caseId,
      how: 'dispute',
      stage,
      providerPaymentId: told.outTradeNo || null,
      money: moneyOf(told),
      fee: positive(moneyIn(told.fee, told.currency ?? told.tradeCurrency)),
    },
  };
}

type Meaning = (told: Case) => WebhookMeaning;

/** The money is frozen from the first word on, out of our hands: that is gone. A case that froze nothing is only announced. */
const opened: Meaning = (told) => {
  const frozen = moneyIn(told.amount, told.currency ?? told.tradeCurrency);
  return caseMeaning(told, frozen?.minorUnits === 0 ? 'announced' : 'taken');
};

const RESULTS = { WIN: 'given-back', FAIL: 'lost' } as const satisfies Record<string, ReturnStage>;

const decided: Meaning = (told) => {
  const { caseResult } = told;
  return caseResult && Object.hasOwn(RESULTS, caseResult)
    ? caseMeaning(told, RESULTS[caseResult as keyof typeof RESULTS])
    : { kind: 'person', why: 'a case has ended, and it does not say how' };
};

const withdrawn: Meaning = (told) => caseMeaning(told, 'given-back');

const reading =
  (meaning: Meaning) =>
  ({ data }: PayermaxEvent): WebhookMeaning | null => {
    const told = v.safeParse(caseSchema, data);
    return told.success ? meaning(told.output) : null;
  };

/** Every status of a case. Its end is told twice, when the bank has decided and when the case is closed. */
export const CASES = {
  DISPUTE_INQUIRY: reading(opened),
  DISPUTE_RECEIVED: () => ({ kind: 'nothing' }), // our papers have arrived
  DISPUTE_END: reading(decided),
  CASE_CLOSED: reading(decided),
  CASE_CANCEL: reading(withdrawn),
  CASE_CANCELL: reading(withdrawn), // spelled so in one of their documents
} as const satisfies Record<string, (event: PayermaxEvent) => WebhookMeaning | null>;

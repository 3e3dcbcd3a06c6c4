import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  PROVIDER_NUMBERS,
  ADYEN,
  CHECKOUT_COM,
  type ProviderNumber,
  type CardProvider,
  type Challenge,
  type PayerProof,
  type OrderedWith,
  type WalletToken,
} from '@jawhara/domain';
import type { WalletToken as SheetToken } from '../apps/sandbox/src/apple-pay/wallet-tokens.ts';
import { BANK_PASSWORD } from '../apps/sandbox/src/world/bank-page.ts';
import type { AcceptedCopy } from '../apps/sandbox/src/mail/mail-server.ts';
import type { TurnedAway } from '../apps/sandbox/src/world/api-outage.ts';
import type { BookedPayment } from './booked-payment.ts';
import { cardOf, controlsOf } from './every-provider.ts';
import type { ProviderTrouble, Troubles, TurnsAway } from './plan-trouble.ts';
import { sandboxReturns, type SandboxReturns } from './sandbox-returns.ts';
import { sandboxWire, type SandboxWire } from './sandbox-wire.ts';

export interface WebhookCounts {
  readonly held: number;
  readonly waiting: number;
  readonly lost: number;
  readonly delivered: number;
  readonly refused: number;
  readonly abandoned: number;
}

interface Dials {
  readonly latencyMs?: number;
  readonly settleAfterMs?: number;
  readonly hangMs?: number;
}

const WELL = { failRate: 0, lostAnswerRate: 0 } as const satisfies Partial<ProviderTrouble['api']>;
const LETS_IN = { revokedKey: false, tooManyRate: 0 };
const TURNS_AWAY = {
  'revoked-key': { ...LETS_IN, revokedKey: true },
  'too-many': { ...LETS_IN, tooManyRate: 0.7 },
} as const satisfies Record<TurnsAway, typeof LETS_IN>;
const TRIES_MAX = 60;
const TRY_AGAIN_AFTER_MS = 250;

export interface SandboxControls {
  card(provider: CardProvider, scenario: string): Promise<OrderedWith>;
  /** The token that a wallet's sheet gives after the payer's consent. */
  walletToken(scenario: string): Promise<WalletToken>;
  /** Sets how slow all providers are. */
  outage(dials: Dials): Promise<void>;
  trouble(troubles: Troubles): Promise<void>;
  /** From now on most calls to the providers fail, payments and queries alike. */
  darken(troubles: Troubles): Promise<void>;
  /** From now on the provider refuses our calls in this way; null: it accepts them again. */
  turnAway(provider: ProviderNumber, how: TurnsAway | null): Promise<void>;
  turnedAway(provider: ProviderNumber): Promise<TurnedAway>;
  /** Refunds and disputes that start at the provider or a bank, not in the shop. */
  readonly returns: SandboxReturns;
  /** Every provider answers again. The settings of its webhooks stay. */
  noTrouble(): Promise<void>;
  holdWebhooks(hold: boolean): Promise<void>;
  flushWebhooks(): Promise<void>;
  /** Counts of the webhooks of all providers together. */
  webhookCounts(): Promise<WebhookCounts>;
  /** The books of all providers, one after the other. */
  books(): Promise<BookedPayment[]>;
  /** The proof from the bank's page for the shop; null if it gives none. */
  answerBank(challenge: Challenge, answer: 'passes' | 'fails'): Promise<PayerProof | null>;
  /** The mail server. */
  readonly mail: {
    /**
     * From now on the server accepts mails with this part in the subject but holds back its reply 250; null: it sends all
     * replies.
     */
    hold(subjectPart: string | null): Promise<void>;
    held(): Promise<number>;
    accepted(): Promise<readonly AcceptedCopy[]>;
  };
  /** A provider's mistake: Checkout.com charges an order again, as another payment. */
  chargeAgain(orderId: string): Promise<void>;
}

async function allBooks(wire: SandboxWire): Promise<BookedPayment[]> {
  const books = await Promise.all(
    PROVIDER_NUMBERS.map(async (provider) => {
      const path = `${controlsOf(provider)}/books`;
      const { payments } = await wire.get<{ payments: Omit<BookedPayment, 'provider'>[] }>(path);
      return payments.map((payment) => ({ ...payment, provider }));
    }),
  );
  return books.flat();
}

/** The token in the form in which the page sends it. */
async function walletToken(wire: SandboxWire, scenario: string): Promise<WalletToken> {
  const { paymentData, paymentMethod } = await wire.get<SheetToken>(`/apple-pay/token?scenario=${scenario}`);
  return {
    walletToken: Buffer.from(JSON.stringify(paymentData)).toString('base64'),
    methodType: paymentMethod.type,
  };
}

async function allCounts(wire: SandboxWire): Promise<WebhookCounts> {
  const sum = { held: 0, waiting: 0, lost: 0, delivered: 0, refused: 0, abandoned: 0 };
  for (const provider of PROVIDER_NUMBERS) {
    const path = `${controlsOf(provider)}/webhooks`;
    const { counts } = await wire.get<{ counts: WebhookCounts }>(path);
    for (const name of Object.keys(sum) as (keyof WebhookCounts)[]) sum[name] += counts[name];
  }
  return sum;
}

/** Repeats the call, since the provider may be failing just now; with the same idempotency key it charges once. */
async function retryUntilAccepted(call: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await call();
      return;
    } catch (fault) {
      if (tries === TRIES_MAX) throw fault;
    }
    await sleep(TRY_AGAIN_AFTER_MS);
  }
}

async function chargeAgain(wire: SandboxWire, secretKey: string, orderId: string): Promise<void> {
  const first = (await allBooks(wire)).find(
    ({ reference, captured }) => reference === orderId && captured > 0,
  );
  if (!first) throw new Error(`order ${orderId} was never charged at all`);
  const post = `${controlsOf(CHECKOUT_COM)}/webhooks`;
  const { settings } = await wire.get<{ settings: { lossRate: number } }>(post);
  // The webhook of this charge must not be lost: the shop cannot refund a payment that it does not know.
  await wire.post(post, { lossRate: 0 });
  const card = await cardOf(wire, CHECKOUT_COM, 'approve');
  const payment = {
    source: { type: 'token', ...card },
    amount: first.amount,
    currency: 'USD',
    reference: orderId,
    capture: true,
  };
  const headers = { authorization: `Bearer ${secretKey}`, 'cko-idempotency-key': randomUUID() };
  await retryUntilAccepted(() => wire.post('/payments', payment, headers));
  await wire.post(post, { lossRate: settings.lossRate });
}

async function answerNatively(wire: SandboxWire, action: string, pass: boolean): Promise<PayerProof> {
  const { authorisationToken } = JSON.parse(action) as { authorisationToken: string };
  const path = `${controlsOf(ADYEN)}/threeds`;
  const said = await wire.post<{ threeDSResult: string }>(path, { authorisationToken, pass });
  return { threeDsResult: said.threeDSResult };
}

async function answerOnPage(url: string, pass: boolean): Promise<null> {
  const body = new URLSearchParams({ code: pass ? BANK_PASSWORD : 'not the code', answer: 'confirm' });
  const back = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  await back.body?.cancel();
  // The redirect from the bank back to the page takes a moment too.
  await sleep(20);
  return null;
}

export function sandboxControls(sandboxUrl: string, secretKey: string): SandboxControls {
  const wire = sandboxWire(sandboxUrl);
  const turnAll = async (part: 'api' | 'webhooks' | 'webhooks/flush', dials: object): Promise<void> => {
    for (const provider of PROVIDER_NUMBERS) await wire.post(`${controlsOf(provider)}/${part}`, dials);
  };
  let chargingAgain = Promise.resolve();
  return {
    card: (provider, scenario) => cardOf(wire, provider, scenario),
    walletToken: (scenario) => walletToken(wire, scenario),
    outage: (dials) => turnAll('api', dials),
    async trouble(troubles) {
      for (const provider of PROVIDER_NUMBERS) {
        const controls = controlsOf(provider);
        await wire.post(`${controls}/api`, troubles[provider].api);
        await wire.post(`${controls}/webhooks`, troubles[provider].post);
      }
    },
    async darken(troubles) {
      for (const provider of PROVIDER_NUMBERS)
        await wire.post(`${controlsOf(provider)}/api`, {
          failRate: troubles[provider].darkRate,
        });
    },
    turnAway: (provider, how) =>
      wire.post(`${controlsOf(provider)}/api`, how === null ? LETS_IN : TURNS_AWAY[how]),
    turnedAway: (provider) => wire.get(`${controlsOf(provider)}/api/turned-away`),
    returns: sandboxReturns(wire),
    noTrouble: () => turnAll('api', { ...WELL, ...LETS_IN }),
    holdWebhooks: (hold) => turnAll('webhooks', { hold }),
    flushWebhooks: () => turnAll('webhooks/flush', {}),
    webhookCounts: () => allCounts(wire),
    books: () => allBooks(wire),
    answerBank: (challenge, answer) =>
      challenge.way === 'native'
        ? answerNatively(wire, challenge.action, answer === 'passes')
        : answerOnPage(challenge.url, answer === 'passes'),
    mail: {
      hold: (holdSubject) => wire.post('/_control/mail', { holdSubject }),
      held: async () => (await wire.get<{ held: number }>('/_control/mail/accepted')).held,
      accepted: async () =>
        (await wire.get<{ accepted: AcceptedCopy[] }>('/_control/mail/accepted')).accepted,
    },
    chargeAgain(orderId) {
      chargingAgain = chargingAgain.then(() => chargeAgain(wire, secretKey, orderId));
      return chargingAgain;
    },
  };
}

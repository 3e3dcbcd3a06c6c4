import { PROVIDERS, type ProviderNumber } from '@jawhara/domain';
import type { BookRow } from '../apps/sandbox/src/control.ts';
import type { ApiOutage } from '../apps/sandbox/src/world/api-outage.ts';
import type { WebhookSettings } from '../apps/sandbox/src/world/webhooks.ts';
import { shop } from './addresses.ts';
import type { CardProvider } from './providers/card-provider.ts';

/** Controls of the sandbox's providers. They affect all journeys at once: only tests that run alone may change them. */

/** A provider that the sandbox simulates, for cards or wallets. */
type Numbered = { readonly number: ProviderNumber };

async function control<Answer>({ number }: Numbered, path: string, body?: object) {
  const answer = await fetch(`${shop().sandboxUrl}/_control/${PROVIDERS[number].folder}/${path}`, {
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  if (!answer.ok) throw new Error(`the sandbox refused ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** All payments of this provider for an order. */
export async function bookRowsOf(provider: Numbered, orderId: string): Promise<BookRow[]> {
  const { payments } = await control<{ payments: BookRow[] }>(provider, 'books');
  return payments.filter(({ reference }) => reference === orderId);
}

/** The payer's bank charges this order back; a signed webhook reports it to the shop. */
export async function chargeBack(provider: CardProvider, orderId: string): Promise<void> {
  const [payment] = await bookRowsOf(provider, orderId);
  await control(provider, 'dispute', { paymentId: payment?.id, stage: 'opened' });
}

/** Refunded in the provider's own pages; a signed webhook reports it to the shop. */
export async function refund(provider: CardProvider, orderId: string): Promise<void> {
  const [payment] = await bookRowsOf(provider, orderId);
  await control(provider, 'refund', { paymentId: payment?.id });
}

/** Ids of the cards that this provider has stored. */
export async function readSavedCards(provider: CardProvider): Promise<string[]> {
  return (await control<{ savedCards: string[] }>(provider, 'books')).savedCards;
}

/** Cents captured for an order and not refunded. */
export async function readNetCents(provider: Numbered, orderId: string): Promise<number> {
  const rows = await bookRowsOf(provider, orderId);
  return rows.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0);
}

export async function setOutage(provider: CardProvider, outage: Partial<ApiOutage>): Promise<void> {
  await control(provider, 'api', outage);
}

export async function setWebhooks(provider: CardProvider, settings: Partial<WebhookSettings>): Promise<void> {
  await control(provider, 'webhooks', settings);
}

/** Releases every held webhook, and returns their number. */
export async function releaseWebhooks(provider: CardProvider): Promise<number> {
  await setWebhooks(provider, { hold: false });
  return (await control<{ released: number }>(provider, 'webhooks/flush', {})).released;
}

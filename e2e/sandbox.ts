import { PROVIDERS, type ProviderNumber } from '@jawhara/domain';
import type { BookRow } from '../apps/sandbox/src/control.ts';
import type { ApiOutage } from '../apps/sandbox/src/world/api-outage.ts';
import type { WebhookSettings } from '../apps/sandbox/src/world/webhooks.ts';
import { shop } from './addresses.ts';
import type { CardProvider } from './providers/card-provider.ts';

/** The strings behind a provider's stage. They move for everybody at once: only tests that run alone may pull them. */

/** Whoever takes payments there: by card, or by wallet alone. */
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

/** Everything this provider has done for one order. */
export async function bookRowsOf(provider: Numbered, orderId: string): Promise<BookRow[]> {
  const { payments } = await control<{ payments: BookRow[] }>(provider, 'books');
  return payments.filter(({ reference }) => reference === orderId);
}

/** The payer's bank takes the money of this order back; a signed notification tells the shop. */
export async function chargeBack(provider: CardProvider, orderId: string): Promise<void> {
  const [payment] = await bookRowsOf(provider, orderId);
  await control(provider, 'dispute', { paymentId: payment?.id, stage: 'opened' });
}

/** By what names this provider keeps cards now. */
export async function keptCards(provider: CardProvider): Promise<string[]> {
  return (await control<{ keptCards: string[] }>(provider, 'books')).keptCards;
}

/** Cents taken and kept for one order. */
export async function keptCents(provider: Numbered, orderId: string): Promise<number> {
  const rows = await bookRowsOf(provider, orderId);
  return rows.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0);
}

export async function setOutage(provider: CardProvider, outage: Partial<ApiOutage>): Promise<void> {
  await control(provider, 'api', outage);
}

export async function setWebhooks(provider: CardProvider, settings: Partial<WebhookSettings>): Promise<void> {
  await control(provider, 'webhooks', settings);
}

/** Lets go of every notification that was held back, and says how many those were. */
export async function releaseWebhooks(provider: CardProvider): Promise<number> {
  await setWebhooks(provider, { hold: false });
  return (await control<{ released: number }>(provider, 'webhooks/flush', {})).released;
}

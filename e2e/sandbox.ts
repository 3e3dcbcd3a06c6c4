import { inject } from 'vitest';
import type { BookRow } from '../apps/sandbox/src/control.ts';
import type { ApiWeather } from '../apps/sandbox/src/world/api-weather.ts';
import type { WebhookSettings } from '../apps/sandbox/src/world/webhooks.ts';
import type { CardProvider } from './providers.ts';

/** The strings behind a provider's stage. They move for everybody at once: only tests that run alone may pull them. */

async function control<Answer>({ control: prefix }: CardProvider, path: string, body?: object) {
  const answer = await fetch(`${inject('shop').sandboxUrl}/_control${prefix}/${path}`, {
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
export async function bookRowsOf(provider: CardProvider, orderId: string): Promise<BookRow[]> {
  const { payments } = await control<{ payments: BookRow[] }>(provider, 'books');
  return payments.filter(({ reference }) => reference === orderId);
}

/** Cents taken and kept for one order. */
export async function keptCents(provider: CardProvider, orderId: string): Promise<number> {
  const rows = await bookRowsOf(provider, orderId);
  return rows.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0);
}

export async function setWeather(provider: CardProvider, weather: Partial<ApiWeather>): Promise<void> {
  await control(provider, 'api', weather);
}

export async function setPost(provider: CardProvider, settings: Partial<WebhookSettings>): Promise<void> {
  await control(provider, 'webhooks', settings);
}

/** Lets go of every notification that was held back, and says how many those were. */
export async function releasePost(provider: CardProvider): Promise<number> {
  await setPost(provider, { hold: false });
  return (await control<{ released: number }>(provider, 'webhooks/flush', {})).released;
}

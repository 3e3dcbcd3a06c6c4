import type { CardExpiry, CardSourceId } from '@jawhara/domain';
import type { CardChange } from '../provider.ts';
import type { CheckoutComClient } from './client.ts';

function pathOf(sourceId: CardSourceId): string {
  return `/instruments/${encodeURIComponent(sourceId)}`;
}

export async function updateCardExpiry(
  client: CheckoutComClient,
  sourceId: CardSourceId,
  expiry: CardExpiry,
): Promise<CardChange> {
  const [month, year] = expiry.split('/');
  const answer = await client.patch(pathOf(sourceId), {
    type: 'card',
    expiry_month: Number(month),
    expiry_year: 2000 + Number(year),
  });
  if (answer.kind === 'unknown') return answer;
  return answer.status < 300 ? { kind: 'done' } : { kind: 'refused', why: `http ${answer.status}` };
}

export async function forgetCard(client: CheckoutComClient, sourceId: CardSourceId): Promise<CardChange> {
  const answer = await client.delete(pathOf(sourceId));
  if (answer.kind === 'unknown') return answer;
  const isGone = answer.status < 300 || answer.status === 404;
  return isGone ? { kind: 'done' } : { kind: 'refused', why: `http ${answer.status}` };
}

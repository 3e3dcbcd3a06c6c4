import { readDisplayId, type DisplayId, type UsdCents } from '@jawhara/domain';
import { stored } from './stored.ts';
import { parseCents } from './stored-purchase.ts';

/** The amount of whose fine its payer has seen and went on with. Nobody pays another one before it was shown. */
export interface AgreedFine {
  readonly displayId: DisplayId;
  readonly amountUsdCents: UsdCents;
}

function parseAgreed(json: unknown): AgreedFine | null {
  const { display_id: id, amount } = json as Record<string, unknown>;
  const reading = readDisplayId(typeof id === 'string' ? id : '');
  const amountUsdCents = parseCents(amount);
  if (reading.kind !== 'read' || amountUsdCents === null) return null;
  return { displayId: reading.displayId, amountUsdCents };
}

/** For the visit only: it survives a reload of the card step, and no more. */
export const storedAgreedFine = stored<AgreedFine>(
  {
    key: 'agreed_fine',
    parse: parseAgreed,
    format: ({ displayId, amountUsdCents }) => ({ display_id: displayId, amount: amountUsdCents }),
  },
  () => globalThis.sessionStorage ?? null,
);

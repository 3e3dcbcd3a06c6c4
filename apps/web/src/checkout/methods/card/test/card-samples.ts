import type { ProviderFields, SiteConfig } from '@jawhara/contract';
import {
  accountId,
  usdCents,
  type CardExpiry,
  type CardFingerprint,
  type CardSourceId,
  type DisplayId,
  type SavedCard,
} from '@jawhara/domain';
import { FIELDS } from '../../../../api/test/provider-fields.ts';
import type { SiteConfigState } from '../../../../api/use-site-config.ts';
import type { OrderSummary } from '../../../parts/order-strip.tsx';

export const ORDER: OrderSummary = {
  purpose: 'gems',
  gems: 1_060,
  bonusGems: 60,
  priceUsdCents: usdCents(999),
  recipient: { accountId: accountId(7), displayId: '5048213' as DisplayId, nickname: 'N', iconUrl: null },
};

export { FIELDS };

export const siteWith = (more: Partial<ProviderFields> = {}): SiteConfigState => ({
  kind: 'ready',
  config: { ...FIELDS, ...more } as SiteConfig,
});

export const savedCard = (sourceId: string, isRemembered = true): SavedCard => ({
  sourceId: sourceId as CardSourceId,
  fingerprint: 'fingerprint' as CardFingerprint,
  scheme: 'visa',
  last4: '4242',
  issuerCountry: null,
  expiry: '09/27' as CardExpiry,
  isExpiredByBank: false,
  isRemembered,
  lastUsedAt: new Date(0),
  recipientId: accountId(7),
  ownerId: null,
});

import { DEFAULT_SITE_CONFIG, readSiteConfig } from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import { expect, it, vi } from 'vitest';
import { reloadSiteConfig } from '../../api/use-site-config.ts';
import { answer, network } from '../../api/test/network.ts';
import { FIELDS } from '../../api/test/provider-fields.ts';
import { act, pageOfTest, render, screen } from '../../ui/test/library.ts';
import { BankView } from './bank-view.tsx';
import type { NativeCheckProps } from './native-check.tsx';

const sites = vi.hoisted(() => new Set<unknown>());

vi.mock('./native-check.tsx', () => ({
  NativeCheck({ site }: NativeCheckProps) {
    sites.add(site);
    return <p data-testid="check" />;
  },
}));

it('a newer configuration, read while the bank’s check is open, does not change the check', async () => {
  const config = { ...DEFAULT_SITE_CONFIG, ...FIELDS };
  network.use(answer(readSiteConfig, config));
  const state = {
    at: 'bank-check',
    orderId: '018f2f9e-0000-7000-8000-000000000001' as OrderId,
    challenge: { way: 'native', action: '{}' },
  } as never;
  render(<BankView state={state} order={null} send={() => undefined} />);
  await screen.findByTestId('check');
  network.use(answer(readSiteConfig, { ...config, websiteVersion: '9.9.9' }));
  await act(async () => expect((await reloadSiteConfig(pageOfTest()))?.websiteVersion).toBe('9.9.9'));
  expect(sites.size).toBe(1);
});

import { DEFAULT_SITE_CONFIG, readSiteConfig, type SupportChannels } from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answer, network } from '../../api/test/network.ts';
import { FIELDS } from '../../api/test/provider-fields.ts';
import { cleanup, plain, render, screen, userEvent, waitFor } from '../test/library.ts';

const ORDER = '018f2f9e-0000-7000-8000-000000000001' as OrderId;
const ALL: SupportChannels = { whatsapp: '+966500000000', email: 'help@jawhara.example', replyHours: 2 };

async function show(
  support: SupportChannels,
  orderId: OrderId | null,
  onClose = () => undefined,
): Promise<void> {
  network.use(answer(readSiteConfig, { ...DEFAULT_SITE_CONFIG, ...FIELDS, support }));
  const { HelpSheet } = await import('./help-sheet.tsx');
  render(<HelpSheet orderId={orderId} onClose={onClose} />);
}
const link = (name: RegExp) => screen.findByRole<HTMLAnchorElement>('link', { name });

// All tests share one history: a sheet's step back must not close the next test's sheet.
afterEach(async () => {
  cleanup();
  const { hasGuardEntry } = await import('../back-guard.ts');
  await waitFor(() => expect(hasGuardEntry()).toBe(false));
});

describe('help over a payment', () => {
  it('the help sheet of a payment has a link to the other language on a phone', async () => {
    await show(ALL, ORDER);
    await link(/WhatsApp/);
    const line = screen.getByRole('dialog').querySelector('.language-line.only-mobile');
    expect(line?.textContent).toContain('English');
  });

  it('the help sheet shows the order number, and WhatsApp, mail and feedback links contain it', async () => {
    await show(ALL, ORDER);
    const number = screen.getByTestId('help-order').textContent;
    const whatsapp = await link(/WhatsApp/);
    expect(whatsapp.href).toMatch(/^https:\/\/wa\.me\/966500000000\?text=/);
    expect(new URL(whatsapp.href).searchParams.get('text')).toContain(number);
    expect(decodeURIComponent((await link(/البريد الإلكتروني/)).href)).toContain(number);
    expect((await link(/بلّغ عن مشكلة/)).getAttribute('href')).toBe(`/feedback?order=${number}`);
    expect(plain(document.body.textContent)).toContain('نرد عادةً خلال ساعتين.');
  });

  it('every link of the help sheet opens in a new tab', async () => {
    await show(ALL, ORDER);
    await link(/WhatsApp/);
    for (const one of screen.getAllByRole<HTMLAnchorElement>('link')) expect(one.target).toBe('_blank');
  });

  it('the help sheet omits the channels and reply time that the operator has not set', async () => {
    await show({ whatsapp: null, email: 'help@jawhara.example', replyHours: null }, null);
    await link(/البريد الإلكتروني/);
    expect(screen.queryByRole('link', { name: /WhatsApp/ })).toBeNull();
    expect(screen.queryByTestId('help-order')).toBeNull();
    expect(plain(document.body.textContent)).not.toContain('نرد عادةً');
    expect(plain(document.body.textContent)).toContain('صف ما حدث، ويصلنا مباشرة.');
  });

  it('the help sheet says that the order is not affected, and can be closed', async () => {
    const onClose = vi.fn<() => undefined>();
    await show(ALL, ORDER, onClose);
    expect(plain(document.body.textContent)).toContain('لا يتأثر طلبك.');
    await userEvent.click(screen.getByRole('button', { name: 'إغلاق النافذة' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

import '../../words/english.ts';
import { DEFAULT_SITE_CONFIG, readSiteConfig, submitFeedback, type SupportChannels } from '@jawhara/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer, LOST, network } from '../../api/test/network.ts';
import { FIELDS } from '../../checkout/methods/card/test/card-samples.ts';
import { plain, screen, userEvent, waitFor } from '../../ui/test/library.ts';
import { word } from '../../words/word.ts';

const ALL: SupportChannels = { whatsapp: '+966500000000', email: 'help@jawhara.example', replyHours: 2 };

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  document.documentElement.lang = 'ar';
  history.replaceState(null, '', '/');
});

/** Sends a report from a newly loaded page, because a page caches the configuration as long as it lives. */
async function failToSend(support: SupportChannels, path: string): Promise<void> {
  await import('../../words/english.ts');
  const desk = await import('./test/report-server.tsx');
  desk.takeAll();
  network.use(
    answer(readSiteConfig, { ...DEFAULT_SITE_CONFIG, ...FIELDS, support }),
    answer(submitFeedback, LOST),
  );
  desk.openForm(path);
  if (support.replyHours !== null)
    await screen.findByText(plainly(word('contact.hours', { hours: support.replyHours })));
  await desk.write();
  await userEvent.click(desk.sendButton());
  await waitFor(() => expect(document.body.textContent).toContain(word('feedback.submitFailed')));
}
const plainly = (wanted: string) => (text: string) => plain(text) === plain(wanted);
const outside = () =>
  screen
    .getAllByRole('link')
    .map((link) => link.getAttribute('href') ?? '')
    .filter((href) => !href.startsWith('/'));

describe.each(['ar', 'en'] as const)('a report that cannot be sent, in %s', (locale) => {
  beforeEach(() => {
    document.documentElement.lang = locale;
  });

  it('a report that cannot be sent shows WhatsApp and e-mail links that contain the order number', async () => {
    await failToSend(ALL, '/feedback?order=jw-7f3k-20481');
    await waitFor(() => expect(outside()).toHaveLength(2));
    const [whatsapp = '', email = ''] = outside().map(decodeURIComponent);
    expect(whatsapp).toMatch(/^https:\/\/wa\.me\/966500000000\?text=/);
    expect(email).toMatch(/^mailto:help@jawhara\.example\?subject=/);
    for (const written of [whatsapp, email]) expect(written).toContain('JW-7F3K-20481');
  });

  it('without support channels, a report that cannot be sent shows only the link to the contact page', async () => {
    await failToSend({ whatsapp: null, email: null, replyHours: 2 }, '/feedback');
    expect(screen.getByRole('link', { name: word('footer.contact') })).toBeDefined();
    expect(outside()).toEqual([]);
    expect(screen.queryByRole('navigation', { name: word('footer.contact') })).toBeNull();
  });
});

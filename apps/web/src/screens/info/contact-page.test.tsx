import { DEFAULT_SITE_CONFIG, readSiteConfig, type SupportChannels } from '@jawhara/contract';
import { expect, it } from 'vitest';
import { answer, network } from '../../api/test/network.ts';
import { FIELDS } from '../../api/test/provider-fields.ts';
import { plain, render, screen, waitFor } from '../../ui/test/library.ts';

async function show(support: SupportChannels): Promise<void> {
  network.use(answer(readSiteConfig, { ...DEFAULT_SITE_CONFIG, ...FIELDS, support }));
  await import('../../words/test/all-words.ts');
  await import('../../words/test/all-words.ts');
  const { ContactPage } = await import('./info-sheet.tsx');
  render(<ContactPage />);
}
const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

it('the contact page links to the report form, WhatsApp and e-mail, and says when support replies', async () => {
  await show({ whatsapp: '+966500000000', email: 'help@jawhara.example', replyHours: 2 });
  await waitFor(() => expect(hrefs()).toHaveLength(3));
  expect(hrefs()).toEqual(['/feedback', 'https://wa.me/966500000000', 'mailto:help@jawhara.example']);
  expect(plain(document.body.textContent)).toContain('نرد عادةً خلال ساعتين.');
});

it('the contact page leaves out channels and reply times that are not configured', async () => {
  await show({ whatsapp: null, email: 'help@jawhara.example', replyHours: null });
  await waitFor(() => expect(hrefs()).toEqual(['/feedback', 'mailto:help@jawhara.example']));
  expect(plain(document.body.textContent)).not.toContain('نرد عادةً');
});

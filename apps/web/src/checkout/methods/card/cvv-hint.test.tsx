import { expect, it } from 'vitest';
import { plain, render, screen, userEvent, waitFor } from '../../../ui/test/library.ts';
import { word } from '../../../words/word.ts';
import { CvvHint } from './cvv-hint.tsx';

it('[NAV-07 in part] the CVV hint names the three digits on the back, with a picture, and closes', async () => {
  render(<CvvHint />);
  await userEvent.click(screen.getByTestId('cvv-hint'));
  const hint = screen.getByRole('dialog', { name: word('dlg.cvv.title') });
  expect(plain(hint.textContent)).toContain('آخر 3 أرقام على ظهر البطاقة');
  expect(screen.getByRole('img', { name: word('a11y.cardBack') })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: word('common.understood') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

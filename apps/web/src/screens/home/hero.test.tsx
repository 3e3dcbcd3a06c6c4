import '../../words/load-home.ts';
import '../../words/load-recipient.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOURA } from '../../api/test/accounts.ts';
import { storedLogin } from '../../host/stored-login.ts';
import { storedRecipient } from '../../host/stored-recipients.ts';
import { render, screen, userEvent } from '../../ui/test/library.ts';
import { Hero } from './hero.tsx';

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
});

describe('the head of the start screen', () => {
  it('asks a visitor for an id', () => {
    render(<Hero />);
    expect(screen.getByTestId('recipient-id')).toBeDefined();
  });

  it('[UX 2.2] begins with the own account of whoever is signed in: one press and it is chosen', async () => {
    storedLogin.write({ sessionKey: 'a'.repeat(64), account: NOURA, keptAtMs: Date.now() });
    render(<Hero />);
    expect(screen.queryByTestId('recipient-id')).toBeNull();
    expect(screen.getByText(NOURA.nickname)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'متابعة' }));
    expect(location.pathname).toBe('/pay');
    expect(storedRecipient.read()).toEqual(NOURA);
  });
});

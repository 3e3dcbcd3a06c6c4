import { afterEach, expect, it, vi } from 'vitest';
import { ORDER } from '../machine/purchase/test/purchase-samples.ts';
import { act, fireEvent, render, screen } from '../../ui/test/library.ts';
import { BankCheck } from './bank-check.tsx';

afterEach(() => vi.restoreAllMocks());

const bank = () => screen.getByTitle('التحقق لدى البنك');

function goes(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

it('[ERR-02] during the bank’s check the payer is told to complete it and not to close the page', () => {
  render(<BankCheck orderId={ORDER} url="https://bank.example/3ds" onReturned={() => undefined} />);
  const reported = screen.getByRole('status').textContent;
  expect(reported).toBe('أكمل خطوة التحقق لدى البنك، ولا تغلق الصفحة.');
  expect(bank().getAttribute('src')).toBe('https://bank.example/3ds');
});

it.each(['javascript:alert(1)', 'data:text/html,x', '/pay', 'https://user:word@bank.example'])(
  'the frame opens no %s',
  (url) => {
    render(<BankCheck orderId={ORDER} url={url} onReturned={() => undefined} />);
    expect(bank().getAttribute('src')).toBeNull();
  },
);

it('a bank’s page that came up empty without a network comes anew with it; one that stood there is left as it is', () => {
  render(<BankCheck orderId={ORDER} url="about:blank" onReturned={() => undefined} />);
  const first = bank();
  fireEvent.load(first);
  goes(false);
  goes(true);
  expect(bank()).toBe(first);
  goes(false);
  fireEvent.load(first);
  expect(bank()).toBe(first);
  goes(true);
  const second = bank();
  expect(second).not.toBe(first);
  fireEvent.load(second);
  goes(false);
  goes(true);
  expect(bank()).toBe(second);
});

it('one that was to come up without a network comes anew with it, whatever the browser says of its loading', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(<BankCheck orderId={ORDER} url="about:blank" onReturned={() => undefined} />);
  const first = bank();
  goes(true);
  expect(bank()).not.toBe(first);
});

import { orderNumber } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ORDER } from '../machine/purchase/test/purchase-samples.ts';
import { act, fireEvent, render, screen } from '../../ui/test/library.ts';
import { BankCheck } from './bank-check.tsx';

afterEach(() => vi.restoreAllMocks());

const bank = () => screen.getByTitle('التحقق لدى البنك');

function goes(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

it('[ERR-02] during the bank’s check the page asks the payer to complete it and not to close the page', () => {
  render(
    <BankCheck
      orderId={ORDER}
      url="https://bank.example/3ds"
      onReturned={() => undefined}
      onCancel={() => undefined}
    />,
  );
  const reported = screen.getByRole('status').textContent;
  expect(reported).toBe('أكمل خطوة التحقق لدى البنك، ولا تغلق الصفحة.');
  expect(bank().getAttribute('src')).toBe('https://bank.example/3ds');
});

it.each(['javascript:alert(1)', 'data:text/html,x', '/pay', 'https://user:word@bank.example'])(
  'the frame of the bank’s check does not open %s',
  (url) => {
    render(<BankCheck orderId={ORDER} url={url} onReturned={() => undefined} onCancel={() => undefined} />);
    expect(bank().getAttribute('src')).toBeNull();
  },
);

it('a bank’s page that loads while the browser is offline is reloaded once online, and one loaded before is not', () => {
  render(
    <BankCheck orderId={ORDER} url="about:blank" onReturned={() => undefined} onCancel={() => undefined} />,
  );
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

it('a bank’s page opened while offline is loaded again when the network is back', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(
    <BankCheck orderId={ORDER} url="about:blank" onReturned={() => undefined} onCancel={() => undefined} />,
  );
  const first = bank();
  goes(true);
  expect(bank()).not.toBe(first);
});

describe('a bank’s page that does not open', () => {
  const FAILED = 'تعذّر فتح صفحة البنك.';
  const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('a bank’s page that is not loaded after eight seconds shows an error with the order number and a retry', () => {
    const onCancel = vi.fn<() => void>();
    render(
      <BankCheck
        orderId={ORDER}
        url="https://bank.example/3ds"
        onReturned={() => undefined}
        onCancel={onCancel}
      />,
    );
    const first = screen.getByTestId('bank-frame');
    pass(7_900);
    expect(screen.queryByText(FAILED)).toBeNull();
    pass(200);
    expect(screen.getByRole('alert').textContent).toContain(FAILED);
    expect(screen.getByRole('alert').textContent).toContain(orderNumber(ORDER));
    expect(screen.queryByText('أكمل خطوة التحقق لدى البنك، ولا تغلق الصفحة.')).toBeNull();
    fireEvent.click(screen.getByTestId('bank-retry'));
    const second = screen.getByTestId('bank-frame');
    expect(second).not.toBe(first);
    expect(second.getAttribute('src')).toBe('https://bank.example/3ds');
    expect(screen.queryByText(FAILED)).toBeNull();
    fireEvent.load(second);
    pass(60_000);
    expect(screen.queryByText(FAILED)).toBeNull();
  });

  it('a bank’s page that loads after the error is shown in place of the error', () => {
    render(
      <BankCheck
        orderId={ORDER}
        url="https://bank.example/3ds"
        onReturned={() => undefined}
        onCancel={() => undefined}
      />,
    );
    pass(9_000);
    expect(screen.getByTestId('bank-frame').hidden).toBe(true);
    fireEvent.load(screen.getByTestId('bank-frame'));
    expect(screen.getByTestId('bank-frame').hidden).toBe(false);
    expect(screen.queryByText(FAILED)).toBeNull();
  });
});

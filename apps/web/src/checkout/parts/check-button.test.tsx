import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { act, fireEvent, plain, render, screen } from '../../ui/test/library.ts';
import { CheckButton, type CheckAnswer } from './check-button.tsx';

const onCheck = vi.fn<() => void>();
const button = (answer: CheckAnswer) => <CheckButton answer={answer} onCheck={onCheck} />;
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
const press = () => fireEvent.click(screen.getByTestId('result-check'));
const said = (): string => plain(screen.getByRole('status').textContent);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  vi.setSystemTime(new Date(2026, 10, 19, 10, 43));
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

it('a press on “check now” shows “checking” at once, and then the answer with the time', () => {
  const page = render(button(null));
  expect(said()).toBe('');
  press();
  expect(screen.getByTestId('result-check').textContent).toBe('نتحقق الآن…');
  page.rerender(button('awaited'));
  page.rerender(button('nothing-new'));
  pass(290);
  expect(said()).toBe('');
  pass(20);
  expect(said()).toBe('تحققنا الآن (10:43)، ولا جديد بعد.');
  expect(screen.getByTestId('result-check').textContent).toBe('التحقق من النتيجة الآن');
});

it('the next press on “check now” removes the old answer and shows a new one', () => {
  const page = render(button('nothing-new'));
  press();
  page.rerender(button('awaited'));
  expect(said()).toBe('');
  vi.setSystemTime(new Date(2026, 10, 19, 10, 44));
  page.rerender(button('nothing-new'));
  pass(400);
  expect(said()).toBe('تحققنا الآن (10:44)، ولا جديد بعد.');
  expect(onCheck).toHaveBeenCalledTimes(1);
});

it('a status check that fails says so, and so does one without an answer after eight seconds', () => {
  const page = render(button('awaited'));
  press();
  page.rerender(button('failed'));
  pass(400);
  expect(said()).toBe('تعذّر التحقق الآن. نعيد المحاولة تلقائيًا.');
  press();
  page.rerender(button('awaited'));
  pass(7_900);
  expect(said()).toBe('');
  pass(200);
  expect(said()).toBe('تعذّر التحقق الآن. نعيد المحاولة تلقائيًا.');
});

it('ten presses on “check now” start one check', () => {
  render(button(null));
  for (let nth = 0; nth < 10; nth += 1) press();
  expect(onCheck).toHaveBeenCalledTimes(1);
});

import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Field } from './field.tsx';
import { perform, testScreen } from './test/test-screen.tsx';
import type { TestScreen } from './test/test-screen.tsx';

describe('Field', () => {
  let screen: TestScreen;
  const input = (): HTMLInputElement => {
    const found = screen.element.querySelector('input');
    if (!found) throw new Error('no input');
    return found;
  };
  const described = () =>
    (input().getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);

  beforeEach(() => {
    screen = testScreen();
  });
  afterEach(() => screen.remove());

  it('is named by its label, also when the label is not seen', () => {
    screen.render(<Field label="ID" isLabelHidden value="" onChange={() => undefined} />);
    expect(screen.element.querySelector('label')?.htmlFor).toBe(input().id);
  });

  it('is described by its error first, then its hint, and marked invalid', () => {
    screen.render(
      <Field label="ID" value="12" onChange={() => undefined} hint="five digits" error="too short" />,
    );
    expect(input().getAttribute('aria-invalid')).toBe('true');
    expect(described()).toEqual(['too short', 'five digits']);
  });

  it('is not invalid without an error', () => {
    screen.render(<Field label="ID" value="" onChange={() => undefined} />);
    expect(input().hasAttribute('aria-invalid')).toBe(false);
    expect(input().hasAttribute('aria-describedby')).toBe(false);
  });

  it('speaks an error that appears later, because its live region was there before', () => {
    screen.render(<Field label="ID" value="" onChange={() => undefined} />);
    const region = screen.element.querySelector('[role=alert]');
    screen.render(<Field label="ID" value="" onChange={() => undefined} error="wrong" />);
    expect(region?.textContent).toBe('wrong');
  });

  it('hands over what was typed', () => {
    const onChange = vi.fn<(typed: string) => void>();
    screen.render(<Field label="ID" value="" onChange={onChange} />);
    perform(() => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      set?.call(input(), '٥٠٤');
      input().dispatchEvent(new Event('input', { bubbles: true }));
    });
    expect(onChange).toHaveBeenCalledWith('٥٠٤');
  });

  it('takes over what was typed into the prerendered page before the app was awake', () => {
    const onChange = vi.fn<(typed: string) => void>();
    const field = <Field label="ID" value="" onChange={onChange} />;
    const page = document.createElement('div');
    page.innerHTML = renderToString(field);
    const early = page.querySelector('input');
    if (early) early.value = '50';
    perform(() => hydrateRoot(page, field));
    expect(onChange.mock.calls).toEqual([['50']]);
  });
});

import { renderToString } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { Field } from './field.tsx';
import { render, screen, userEvent } from './test/library.ts';

describe('Field', () => {
  const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'ID' });

  it('is named by its label, also when the label is not seen', () => {
    render(<Field label="ID" isLabelHidden value="" onChange={() => undefined} />);
    expect(screen.getByLabelText('ID')).toBe(input());
  });

  it('is described by its error first, then its hint, and marked invalid', () => {
    render(<Field label="ID" value="12" onChange={() => undefined} hint="five digits" error="too short" />);
    expect(screen.getByRole('textbox', { description: 'too short five digits' })).toBe(input());
    expect(input().getAttribute('aria-invalid')).toBe('true');
  });

  it('is not invalid without an error', () => {
    render(<Field label="ID" value="" onChange={() => undefined} />);
    expect(input().hasAttribute('aria-invalid')).toBe(false);
    expect(input().hasAttribute('aria-describedby')).toBe(false);
  });

  it('speaks an error that appears later, because its live region was there before', () => {
    const { rerender } = render(<Field label="ID" value="" onChange={() => undefined} />);
    const region = screen.getByRole('alert');
    rerender(<Field label="ID" value="" onChange={() => undefined} error="wrong" />);
    expect(region.textContent).toBe('wrong');
  });

  it('hands over what was typed', async () => {
    const onChange = vi.fn<(typed: string) => void>();
    render(<Field label="ID" value="" onChange={onChange} />);
    await userEvent.click(input());
    await userEvent.paste('٥٠٤');
    expect(onChange).toHaveBeenCalledWith('٥٠٤');
  });

  it('takes over what was typed into the prerendered page before the app was awake', async () => {
    const onChange = vi.fn<(typed: string) => void>();
    const field = <Field label="ID" value="" onChange={onChange} />;
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(field);
    await userEvent.type(input(), '50');
    render(field, { container, hydrate: true });
    expect(onChange.mock.calls).toEqual([['50']]);
  });
});

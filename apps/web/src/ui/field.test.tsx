import { renderToString } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { Field } from './field.tsx';
import { render, screen, userEvent } from './test/library.ts';

describe('Field', () => {
  const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'ID' });

  it('an input field has the name of its label, also when the label is hidden', () => {
    render(<Field label="ID" isLabelHidden value="" onChange={() => undefined} />);
    expect(screen.getByLabelText('ID')).toBe(input());
  });

  it('an input field with an error is marked invalid and described by the error, then by the hint', () => {
    render(<Field label="ID" value="12" onChange={() => undefined} hint="five digits" error="too short" />);
    expect(screen.getByRole('textbox', { description: 'too short five digits' })).toBe(input());
    expect(input().getAttribute('aria-invalid')).toBe('true');
  });

  it('an input field without an error is not marked invalid', () => {
    render(<Field label="ID" value="" onChange={() => undefined} />);
    expect(input().hasAttribute('aria-invalid')).toBe(false);
    expect(input().hasAttribute('aria-describedby')).toBe(false);
  });

  it('an error of an input field is announced, because its live region exists before the error', () => {
    const { rerender } = render(<Field label="ID" value="" onChange={() => undefined} />);
    const region = screen.getByRole('alert');
    rerender(<Field label="ID" value="" onChange={() => undefined} error="wrong" />);
    expect(region.textContent).toBe('wrong');
  });

  it('an input field passes typed text to its onChange function', async () => {
    const onChange = vi.fn<(typed: string) => void>();
    render(<Field label="ID" value="" onChange={onChange} />);
    await userEvent.click(input());
    await userEvent.paste('٥٠٤');
    expect(onChange).toHaveBeenCalledWith('٥٠٤');
  });

  it('text typed into the prerendered input field before React runs is passed to the component', async () => {
    const onChange = vi.fn<(typed: string) => void>();
    const field = <Field label="ID" value="" onChange={onChange} />;
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(field);
    await userEvent.type(input(), '50');
    render(field, { container, hydrate: true });
    expect(onChange.mock.calls).toEqual([['50']]);
  });
});

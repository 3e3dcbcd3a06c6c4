import { describe, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { currentToast, render, screen, userEvent } from './test/library.ts';

describe('Button', () => {
  const press = () => userEvent.click(screen.getByRole('button'));

  it('a busy button keeps its label, ignores presses and can still be focused', async () => {
    const onPress = vi.fn<() => void>();
    render(
      <Button busy onPress={onPress}>
        pay
      </Button>,
    );
    await press();
    expect(onPress).not.toHaveBeenCalled();
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'pay', busy: true });
    expect(button.disabled).toBe(false);
  });

  it('a button with a reason why it cannot be used now shows the reason when pressed, and does nothing else', async () => {
    const onPress = vi.fn<() => void>();
    render(
      <Button held="no network" onPress={onPress}>
        pay
      </Button>,
    );
    await press();
    expect(onPress).not.toHaveBeenCalled();
    expect(currentToast()?.text).toBe('no network');
    const button = screen.getByRole('button', { name: 'pay', description: 'no network' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });

  it('a submit button with a reason why it cannot be used now does not submit its form', async () => {
    const onSubmit = vi.fn<(event: { preventDefault(): void }) => void>((event) => event.preventDefault());
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" held="later">
          go
        </Button>
      </form>,
    );
    await press();
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

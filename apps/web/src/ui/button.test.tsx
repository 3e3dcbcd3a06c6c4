import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { perform, testScreen } from './test/test-screen.tsx';
import type { TestScreen } from './test/test-screen.tsx';
import { currentToast } from './toast.ts';

describe('Button', () => {
  let screen: TestScreen;
  const button = (): HTMLButtonElement => {
    const found = screen.element.querySelector('button');
    if (!found) throw new Error('no button');
    return found;
  };
  const press = () => perform(() => button().click());

  beforeEach(() => {
    screen = testScreen();
  });
  afterEach(() => screen.remove());

  it('busy: keeps its label, takes no press, stays reachable', () => {
    const onPress = vi.fn<() => void>();
    screen.render(
      <Button busy onPress={onPress}>
        pay
      </Button>,
    );
    press();
    expect(onPress).not.toHaveBeenCalled();
    expect(button().textContent).toBe('pay');
    expect(button().getAttribute('aria-busy')).toBe('true');
    expect(button().disabled).toBe(false);
  });

  it('held: says why instead of doing nothing', () => {
    const onPress = vi.fn<() => void>();
    screen.render(
      <Button held="no network" onPress={onPress}>
        pay
      </Button>,
    );
    press();
    expect(onPress).not.toHaveBeenCalled();
    expect(currentToast()?.text).toBe('no network');
    expect(button().getAttribute('aria-disabled')).toBe('true');
    expect(document.getElementById(button().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'no network',
    );
  });

  it('held inside a form: does not submit', () => {
    const onSubmit = vi.fn<(event: Event) => void>((event) => event.preventDefault());
    screen.render(
      <form>
        <Button type="submit" held="later">
          go
        </Button>
      </form>,
    );
    screen.element.querySelector('form')?.addEventListener('submit', onSubmit);
    press();
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

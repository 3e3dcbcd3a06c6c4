import { type MouseEvent, type ReactNode, type Ref, useId } from 'react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';
import { Spinner } from './spinner.tsx';
import { showToast } from './toast.ts';
import { Link } from './navigation.tsx';

type ButtonVariant = 'primary' | 'outline' | 'ghost' | 'soft' | 'danger';

interface ButtonProps {
  children: ReactNode;
  variant?: ButtonVariant;
  /** As wide as its label and 44 px high, for use inside a row. */
  compact?: boolean;
  icon?: IconName;
  /** Working: the label stays, a spinner replaces the icon, presses do nothing. */
  busy?: boolean;
  /** Why a press does nothing now. The button stays focusable, and a press shows the reason. */
  held?: string | null;
  /** Called instead of showing the reason, for example to focus the missing field. */
  onHeldPress?: () => void;
  onPress?: () => void;
  type?: 'button' | 'submit';
  ref?: Ref<HTMLButtonElement>;
  testId?: string;
}

export function Button(props: ButtonProps) {
  const {
    children,
    variant = 'primary',
    compact,
    icon,
    busy = false,
    held = null,
    type = 'button',
    ref,
    testId,
  } = props;
  const reasonId = useId();

  function press(event: MouseEvent<HTMLButtonElement>): void {
    if (busy) event.preventDefault();
    else if (held !== null) {
      event.preventDefault();
      (props.onHeldPress ?? (() => showToast(held, 'info')))();
    } else props.onPress?.();
  }

  return (
    <button
      ref={ref}
      type={type}
      className={classes('button', variant, compact && 'compact')}
      aria-disabled={busy || held !== null ? true : undefined}
      aria-busy={busy || undefined}
      aria-describedby={held !== null ? reasonId : undefined}
      data-testid={testId}
      onClick={press}
    >
      {busy ? <Spinner small /> : icon && <Icon name={icon} size="s" />}
      <span>{children}</span>
      {held !== null && (
        <span id={reasonId} hidden>
          {held}
        </span>
      )}
    </button>
  );
}

interface IconButtonProps {
  icon: IconName;
  /** The label of the action, for visitors who cannot see the icon. */
  label: string;
  onPress: () => void;
  size?: 's' | 'm';
  className?: string;
}

export function IconButton({ icon, label, onPress, size = 'm', className }: IconButtonProps) {
  return (
    <button type="button" className={classes('icon-button', className)} aria-label={label} onClick={onPress}>
      <Icon name={icon} size={size} />
    </button>
  );
}

interface ButtonLinkProps {
  href: string;
  children: ReactNode;
  variant?: ButtonVariant;
  compact?: boolean;
  icon?: IconName;
}

export function ButtonLink({ href, children, variant = 'primary', compact, icon }: ButtonLinkProps) {
  return (
    <Link href={href} className={classes('button', variant, compact && 'compact')}>
      {icon && <Icon name={icon} size="s" />}
      <span>{children}</span>
    </Link>
  );
}

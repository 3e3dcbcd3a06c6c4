import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';

export interface IconButtonProps {
  icon: IconName;
  /** What a press does, for people who do not see the icon. */
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

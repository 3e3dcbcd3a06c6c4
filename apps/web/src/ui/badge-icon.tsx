import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';

/** The tinted square with an icon on top of a dialog. */
export function BadgeIcon({
  icon,
  tone = 'plain',
}: {
  icon: IconName;
  tone?: 'plain' | 'warn' | 'danger' | 'ok';
}) {
  return (
    <span className={classes('badge-icon', tone !== 'plain' && tone)}>
      <Icon name={icon} size="l" />
    </span>
  );
}

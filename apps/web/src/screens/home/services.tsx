import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { Link } from '../../ui/navigation.tsx';
import { word } from '../../words/word.ts';

const SERVICES = [
  { href: '/pay', icon: 'gem', tone: null, label: () => word('home.navRecharge') },
  { href: '/fines', icon: 'lock-open', tone: 'danger', label: () => word('home.navFine') },
  { href: '/feedback', icon: 'message-circle', tone: 'accent', label: () => word('home.navReport') },
  { href: '/?page=orders', icon: 'history', tone: 'info', label: () => word('home.navOrders') },
] as const satisfies readonly { href: string; icon: IconName; tone: string | null; label: () => string }[];

export function Services() {
  return (
    <nav className="services" aria-label={word('home.services')}>
      {SERVICES.map(({ href, icon, tone, label }) => (
        <Link key={href} href={href}>
          <span className={classes('icon-tile', tone)}>
            <Icon name={icon} />
          </span>
          {label()}
        </Link>
      ))}
    </nav>
  );
}

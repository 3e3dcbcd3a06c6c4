import type { KnownMoney } from '@jawhara/domain';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { word } from '../../words/word.ts';

/** Inserts for the one sentence that names them. */
export interface MoneyReturned {
  readonly amount: string;
  readonly card: string;
}

/** Where nothing can have gone back. */
export const NOT_RETURNED: MoneyReturned = { amount: '', card: '' };

interface Line {
  readonly icon: IconName;
  readonly tone: 'good' | 'quiet' | 'open';
  readonly text: (returned: MoneyReturned) => string;
}

const LINES = {
  none: { icon: 'shield-check', tone: 'good', text: () => word('result.charge.none') },
  held: { icon: 'info', tone: 'quiet', text: () => word('result.charge.hold') },
  unknown: { icon: 'hourglass', tone: 'open', text: () => word('result.charge.unknown') },
  returned: {
    icon: 'rotate-ccw',
    tone: 'good',
    text: ({ amount, card }) => word('result.charge.returned', { amount, card }),
  },
} as const satisfies Record<KnownMoney, Line>;

/** A statement based on the server's report alone. Until it arrives the place stays empty, so that nothing moves. */
export function MoneyLine({ money, returned }: { money: KnownMoney | null; returned: MoneyReturned }) {
  const line: Line | null = money === null ? null : LINES[money];
  return (
    <div className="money-line" data-testid="money" data-money={money ?? undefined}>
      {line !== null && (
        <span className={classes('charge', line.tone)}>
          <Icon name={line.icon} size="xs" />
          {line.text(returned)}
        </span>
      )}
    </div>
  );
}

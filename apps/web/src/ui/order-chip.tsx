import { messages as info } from '../words/ar/info.po';
import { GROUP_OF_STATE, type OrderGroup, type PayerOrderState } from '@jawhara/domain';
import { addWords, word } from '../words/word.ts';
import type { WordId } from '../words/word-id.ts';
import css from '../styles/state-chip.css?inline';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';
import { ScreenStyle } from './screen-style.tsx';

addWords(info);

interface GroupChip {
  readonly word: WordId;
  readonly icon: IconName;
  readonly tone: 'ok' | 'way' | 'wait' | 'back' | 'no';
}

/** The state of an order in one word, with a sign beside its colour. */
const CHIPS = {
  checking: { word: 'orders.pending', icon: 'hourglass', tone: 'wait' },
  arriving: { word: 'orders.arriving', icon: 'gem', tone: 'way' },
  done: { word: 'orders.done', icon: 'circle-check', tone: 'ok' },
  returned: { word: 'orders.returned', icon: 'undo-2', tone: 'back' },
  'not-done': { word: 'orders.failed', icon: 'x', tone: 'no' },
} as const satisfies Record<OrderGroup, GroupChip>;

export const groupWord = (group: OrderGroup): string => word(CHIPS[group].word);

export const stateWord = (state: PayerOrderState): string => groupWord(GROUP_OF_STATE[state]);

export function OrderChip({ group }: { group: OrderGroup }) {
  const { icon, tone } = CHIPS[group];
  return (
    <span className={`state-chip ${tone}`} data-testid="order-state">
      <Icon name={icon} size="xs" />
      {groupWord(group)}
    </span>
  );
}

/** Rendered once on each screen with chips. */
export function ChipStyle() {
  return <ScreenStyle css={css} />;
}

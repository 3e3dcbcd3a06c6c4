import { messages as pay } from '../../words/ar/pay.po';
import type { OrderRow, RepeatQuestion } from '@jawhara/contract';
import { isUndecided, orderNumber, usdText, type UsdCents } from '@jawhara/domain';
import { usePageValue } from '../../page-scope.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { BadgeIcon } from '../../ui/marks.tsx';
import { ScreenStyle } from '../../ui/screen-style.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Ltr, Money } from '../../ui/values.tsx';
import { isolatedLtr, isolatedName } from '../../words/isolate.ts';
import { addWords, word } from '../../words/word.ts';
import { createRepeatConsents } from '../machine/repeat-consents.ts';
import css from './same-again.css?inline';

addWords(pay);

const MINUTE_MS = 60_000;

interface SameAgainSheetProps {
  question: RepeatQuestion;
  now: Date;
  /** The price of what is being bought. */
  priceUsdCents: UsdCents | null;
  /** Closes the sheet; nothing is sent. */
  onClose: () => void;
  onSee: () => void;
  onAgain: () => void;
}

function stateWord({ state }: OrderRow): string {
  if (isUndecided(state)) return word('dup.open');
  return state === 'delivered' ? word('dup.done') : word('dup.arriving');
}

/** Where the earlier order was placed. Another device is neither named nor located. */
function From({ question: { order, from } }: { question: RepeatQuestion }) {
  const { isPlacedHere } = usePageValue(createRepeatConsents);
  const isHere = order !== null && isPlacedHere(order.orderId);
  const onDevice = isHere ? word('dup.fromHere') : word('dup.fromTab');
  return (
    <span className="micro muted from">
      <Icon name={from === 'device' ? 'app-window' : 'monitor-smartphone'} size="xs" />
      <span>{from === 'device' ? onDevice : word('dup.fromDevice')}</span>
    </span>
  );
}

interface EarlierOrderProps extends Pick<SameAgainSheetProps, 'question' | 'now' | 'onSee'> {
  order: OrderRow;
}

/** The recipient, the goods, the time, the origin and the state of the earlier order. */
function EarlierOrder({ order, question, now, onSee }: EarlierOrderProps) {
  const { recipient, createdAt } = order;
  const minutes = Math.max(0, Math.floor((now.getTime() - createdAt.getTime()) / MINUTE_MS));
  return (
    <button type="button" className="earlier-order" data-testid="earlier-order" onClick={onSee}>
      <Avatar small nickname={recipient.nickname} iconUrl={recipient.iconUrl} />
      <span className="fill">
        <span className="line h2">
          <span>{word('count.gems', { n: order.gems })}</span>
          <Money cents={order.priceUsdCents} />
        </span>
        <span className="micro muted block">
          {word('pay.to', { name: isolatedName(recipient.nickname) })} ·{' '}
          {word('dup.ago', { time: word('count.minutesOf', { n: minutes }) })}
        </span>
        <From question={question} />
        <span className="line micro">
          <Ltr>{orderNumber(order.orderId)}</Ltr>
          <span className={classes('state', isUndecided(order.state) && 'open')}>{stateWord(order)}</span>
        </span>
      </span>
    </button>
  );
}

/**
 * [ORD-20] Asks whether to order the same again. The filled button is the one that does not pay. If this visitor may
 * not see the earlier order, only its origin is shown.
 */
export function SameAgainSheet(props: SameAgainSheetProps) {
  const { question, now, priceUsdCents, onClose, onSee, onAgain } = props;
  const { order } = question;
  const isOpen = order !== null && isUndecided(order.state);
  const price = order?.priceUsdCents ?? priceUsdCents;
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={isOpen ? word('dup.titleOpen') : word('dup.titleSoon')}
      art={<BadgeIcon icon="repeat" tone="warn" />}
    >
      <ScreenStyle css={css} />
      <div className="mt-22" data-testid="same-again">
        {order === null ? (
          <From question={question} />
        ) : (
          <EarlierOrder order={order} question={question} now={now} onSee={onSee} />
        )}
        {isOpen && <p className="micro muted text-center mt-22">{word('dup.openNote')}</p>}
      </div>
      <div className="col gap-14 mt-22">
        {order !== null && (
          <Button onPress={onSee} testId="see-earlier-order">
            {word('dup.goTo')}
          </Button>
        )}
        <Button variant="outline" onPress={onAgain} testId="pay-once-more">
          {word('dup.again', { amount: price === null ? '' : isolatedLtr(usdText(price)) })}
        </Button>
      </div>
      <p className="micro hint text-center mt-22">{word('dup.nothingSent')}</p>
    </Sheet>
  );
}

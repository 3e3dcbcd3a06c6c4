import {
  payTypeOfSource,
  usdText,
  type CardSourceId,
  type GemPackRow,
  type SavedCard,
} from '@jawhara/domain';
import { useSavedCards } from '../../api/use-saved-cards.ts';
import { cardName } from '../../checkout/parts/card-name.ts';
import { NO_FACTS } from '../../checkout/machine/guard-state.ts';
import { PLAIN_PAGE } from '../../checkout/machine/guard-page.ts';
import { readRepeat } from '../../checkout/machine/recent-orders.ts';
import { useGuards } from '../../checkout/machine/use-guards.ts';
import { SameAgain } from '../../checkout/parts/same-again.tsx';
import {
  storedLastPurchase,
  type LastPurchase,
  storedLastOrderId,
  storedPacks,
  storedStepCard,
  storedChosenAmount,
} from '../../browser/storage/purchase.ts';
import { rememberRecipient } from '../../browser/storage/recipients.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { usePageScope } from '../../page-scope.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Ltr } from '../../ui/values.tsx';
import { useNavigate } from '../../ui/navigation.tsx';
import { isolatedLtr, isolatedName } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';

/** The card of the last purchase. Null: it cannot be used again. Undefined until the server has answered. */
type LastCard = SavedCard | null | undefined;

interface AgainProps {
  last: LastPurchase;
  pack: GemPackRow;
}

/** Offers the last successful purchase again if its amount, recipient and pack are known. The press charges nothing. */
export function LastTime() {
  const last = useStored(storedLastPurchase);
  const packs = useStored(storedPacks);
  const pack = packs?.rows.find((row) => row.priceUsdCents === last?.amount);
  if (last === null || pack === undefined) return null;
  if (last.card === null) return <Again last={last} pack={pack} card={null} />;
  return <AgainWithCard last={last} pack={pack} sourceId={last.card} />;
}

/** Waits for the server's saved cards: the card of the last purchase may have been deleted, or never been saved. */
function AgainWithCard({ sourceId, ...again }: AgainProps & { sourceId: CardSourceId }) {
  const { value: sources, problem } = useSavedCards();
  const isSold = again.pack.payTypes.includes(payTypeOfSource(sourceId));
  const isAwaited = isSold && sources === null && problem === null;
  const found = sources?.find((one) => one.kind === 'saved-card' && one.card.sourceId === sourceId);
  const card = found?.kind === 'saved-card' && found.card.isRemembered && isSold ? found.card : null;
  return <Again {...again} card={isAwaited ? undefined : card} />;
}

function Again({ last, pack, card }: AgainProps & { card: LastCard }) {
  const { amount, recipient } = last;
  const navigate = useNavigate();
  const page = usePageScope();
  const hasOrdered = useStored(storedLastOrderId) !== null;
  const purchase = { priceUsdCents: amount, recipientId: recipient.accountId };
  // Here only a repeat of an earlier purchase needs a confirmation; the next page checks the rest.
  const guards = useGuards({
    ...PLAIN_PAGE,
    facts: { ...NO_FACTS, purchase, hasOrdered },
    findRepeat: (goods, now) => readRepeat(page, goods, now),
    explain: () => undefined,
  });
  const choose = (): void => {
    rememberRecipient(recipient);
    storedChosenAmount.write(amount);
  };
  const goOn = (): void => {
    // Without the card of the last payment the payer chooses one: no other card may replace it silently. /pay checks
    // for a repeat itself.
    if (!card) {
      choose();
      return navigate('/pay');
    }
    return guards.press('repeat', (how) => {
      choose();
      storedStepCard.write(card.sourceId);
      navigate('/pay-step?step=cvv', how);
    });
  };
  return (
    <section className="card last-time">
      <div className="row wraps">
        <Avatar nickname={recipient.nickname} iconUrl={recipient.iconUrl} mark="ok" />
        <div className="fill">
          <p className="micro hint">{word('home.again')}</p>
          <p className="h2">
            {/* Two runs of text: a character in the nickname that the device cannot draw must not affect the gems. */}
            <span className="inline-block">{word('count.gems', { n: pack.gems })}</span>{' '}
            <span className="inline-block">
              {word('home.againFor', { name: isolatedName(recipient.nickname) })}
            </span>
          </p>
          {/* The card's line is reserved while the card is loading, so that nothing moves under the finger. */}
          {card !== null && <p className="micro muted">{card ? <Ltr>{cardName(card)}</Ltr> : '\u00A0'}</p>}
        </div>
      </div>
      <Button variant="soft" icon="repeat" onPress={goOn}>
        {word('home.repeat', { amount: isolatedLtr(usdText(amount)) })}
      </Button>
      <SameAgain guards={guards} />
    </section>
  );
}

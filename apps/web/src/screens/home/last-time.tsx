import { storedPacks } from '../../host/stored-packs.ts';
import { storedChosenAmount, storedLastPaidAmount } from '../../host/stored-purchase.ts';
import { storedRecipient } from '../../host/stored-recipients.ts';
import { useStored } from '../../host/use-stored.ts';
import { usdText } from '@jawhara/domain';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { useNavigate } from '../../ui/navigation.tsx';
import { isolatedLtr, isolatedName } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';

/** Only when amount, person and pack of the last success are all known. It opens the card step; nothing is charged by the press. */
export function LastTime() {
  const recipient = useStored(storedRecipient);
  const amount = useStored(storedLastPaidAmount);
  const packs = useStored(storedPacks);
  const navigate = useNavigate();
  const pack = packs?.rows.find((row) => row.priceUsdCents === amount);
  if (recipient === null || amount === null || pack === undefined) return null;
  return (
    <section className="card last-time">
      <div className="row wraps">
        <Avatar nickname={recipient.nickname} iconUrl={recipient.iconUrl} mark="ok" />
        <div className="fill">
          <p className="micro hint">{word('home.again')}</p>
          <p className="h2">
            {/* Two runs of text: a sign in the nickname that the device cannot draw must not take the gems with it. */}
            <span className="inline-block">{word('count.gems', { n: pack.gems })}</span>{' '}
            <span className="inline-block">
              {word('home.againFor', { name: isolatedName(recipient.nickname) })}
            </span>
          </p>
        </div>
      </div>
      <Button
        variant="soft"
        icon="repeat"
        onPress={() => {
          storedChosenAmount.write(amount);
          navigate('/pay-step?step=card');
        }}
      >
        {word('home.repeat', { amount: isolatedLtr(usdText(amount)) })}
      </Button>
    </section>
  );
}

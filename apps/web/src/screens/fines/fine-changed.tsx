import { usdText, type UsdCents } from '@jawhara/domain';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/values.tsx';
import { Note } from '../../ui/note.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';

interface FineChangedProps {
  was: UsdCents;
  now: UsdCents;
  onAgree: () => void;
}

/** The amount differs from the one that was seen: the payer must agree to it before paying. */
export function FineChanged({ was, now, onAgree }: FineChangedProps) {
  return (
    <div className="col gap-28" data-testid="fine-changed">
      <Note kind="warn" isLive>
        {word('fine.changed')}
      </Note>
      <Card>
        <dl className="pairs">
          <div>
            <dt>{word('fine.was')}</dt>
            <dd>
              <s>
                <Money cents={was} />
              </s>
            </dd>
          </div>
          <div>
            <dt>{word('fine.now')}</dt>
            <dd className="display">
              <Money cents={now} />
            </dd>
          </div>
        </dl>
      </Card>
      <Button onPress={onAgree} testId="fine-agree">
        {word('fine.agreeNew', { amount: isolatedLtr(usdText(now)) })}
      </Button>
      <ButtonLink href="/" variant="ghost">
        {word('common.close')}
      </ButtonLink>
    </div>
  );
}

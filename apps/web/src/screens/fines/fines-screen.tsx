import '../../words/load-fine.ts';
import '../../words/load-recipient.ts';
import { readDisplayId, type DisplayId } from '@jawhara/domain';
import { useState } from 'react';
import { storedLogin } from '../../browser/storage/login.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { AppBar } from '../../ui/app-bar.tsx';
import { useNavigate, useUrlQuery } from '../../ui/navigation.tsx';
import { ScreenStyle } from '../../ui/screen-style.tsx';
import { word } from '../../words/word.ts';
import { FineOfAccount } from './fine-of-account.tsx';
import { FineStart } from './fine-start.tsx';
import css from './fines.css?inline';

/** The account that the address names. */
function useNamed(): DisplayId | null {
  const reading = readDisplayId(useUrlQuery().get('fine') ?? '');
  return reading.kind === 'read' ? reading.displayId : null;
}

/** The banned account, the amount that lifts the ban, and the way to pay it. A signed-in visitor begins with their own account. */
export function FinesScreen() {
  const navigate = useNavigate();
  const named = useNamed();
  const own = useStored(storedLogin)?.account.displayId ?? null;
  const [isChoosing, setIsChoosing] = useState(false);
  const [typed, setTyped] = useState<DisplayId | null>(null);
  const shown = isChoosing ? null : (named ?? own);

  const show = (displayId: DisplayId): void => {
    setTyped(displayId);
    setIsChoosing(false);
    navigate(`/fines?fine=${displayId}`, { replace: true });
  };
  const chooseOther = (): void => {
    setIsChoosing(true);
    navigate('/fines', { replace: true });
  };
  return (
    <>
      <AppBar title={word('fine.title')} />
      <main className="page above-pay-bar">
        <ScreenStyle css={css} />
        <p className="only-pc h1" aria-hidden="true">
          {word('fine.title')}
        </p>
        {shown === null ? (
          <FineStart onFound={show} takesFocus={isChoosing} />
        ) : (
          <FineOfAccount key={shown} displayId={shown} onOther={chooseOther} takesFocus={typed === shown} />
        )}
      </main>
    </>
  );
}

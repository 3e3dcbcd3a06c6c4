import { messages as pay } from '../../words/ar/pay.po';
import { readFine } from '@jawhara/contract';
import { isSameDisplayId, readDisplayId, type DisplayId } from '@jawhara/domain';
import { useEffect, useRef, useState } from 'react';
import { keepFine } from '../../api/use-fine.ts';
import { usePageValue, type PageScope } from '../../page-scope.ts';
import { useLookUp, type Find } from '../../recipient/use-look-up.ts';
import { IdField } from '../../recipient/id-field.tsx';
import { Card } from '../../ui/card.tsx';
import { word, addWords } from '../../words/word.ts';
import { AfterPaying } from './after-paying.tsx';
import { storedLogin } from '../../browser/storage/login.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { AppBar } from '../../ui/app-bar.tsx';
import { useNavigate, useUrlQuery } from '../../ui/navigation.tsx';
import { ScreenStyle } from '../../ui/screen-style.tsx';
import { FineOfAccount } from './fine-of-account.tsx';
import css from './fines.css?inline';

/** The look-up of the account also returns its fine, so that the fine is not requested twice. */
const lookUpFine =
  (page: PageScope): Find =>
  async (displayId, call, signal) => {
    const answer = await call(readFine, { displayId }, { signal });
    if (answer.kind === 'failed') return { kind: 'failed', displayId, failure: answer.failure };
    if (answer.kind === 'refused') {
      const { refusal, message } = answer;
      return { kind: 'refused', displayId, refusal, message };
    }
    const { account } = answer.value;
    if (!isSameDisplayId(displayId, account.displayId)) {
      return { kind: 'refused', displayId, refusal: 'not-found', message: '' };
    }
    keepFine(page, answer.value);
    return { kind: 'found', recipient: account };
  };

const NOBODY = [] as const;
const nothing = (): void => undefined;

interface FineStartProps {
  onFound: (displayId: DisplayId) => void;
  /** True after a press on "another account": the id field gets the focus, so that the payer can type. */
  takesFocus: boolean;
}

/** The form without an account in the address: the typed id is looked up. */
function FineStart({ onFound, takesFocus }: FineStartProps) {
  const form = useRef<HTMLFormElement>(null);
  const find = usePageValue(lookUpFine);
  const entry = useLookUp(({ displayId }) => onFound(displayId), find);
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus();
  }, [takesFocus]);
  return (
    <div className="narrow col gap-28">
      <p className="muted">{word('fine.lead')}</p>
      <Card>
        <form
          ref={form}
          className="col gap-16"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            entry.search();
          }}
        >
          <IdField entry={entry} known={NOBODY} onTakeKnown={nothing} label={word('fine.idPrompt')} />
        </form>
      </Card>
      <AfterPaying />
    </div>
  );
}

addWords(pay);

function useNamed(): DisplayId | null {
  const reading = readDisplayId(useUrlQuery().get('fine') ?? '');
  return reading.kind === 'read' ? reading.displayId : null;
}

/**
 * The fines page: a banned account, the amount that lifts the ban, and the payment. A signed-in visitor begins with their
 * own account.
 */
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

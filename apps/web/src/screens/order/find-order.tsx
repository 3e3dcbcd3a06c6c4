import { findOrder } from '@jawhara/contract';
import { plainOrderNumber } from '@jawhara/domain';
import { lazy, Suspense, useId, useState, type SyntheticEvent } from 'react';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/navigation.tsx';
import { Note } from '../../ui/note.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';

const EXAMPLE = 'JW-7F3K-20481';
const MINUTE_S = 60;

type Problem =
  | { readonly kind: 'bad' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'too-many'; s: number };

type FindState =
  | { readonly kind: 'typing'; readonly problem: Problem | null }
  | { readonly kind: 'sending' }
  | { readonly kind: 'answered'; readonly number: string };

/** The notice about an order stored on this device. It needs the schema of orders, larger than this page, and is loaded later. */
export const fetchOnDevice = () => import('./on-device.tsx');
const OnDevice = lazy(async () => ({ default: (await fetchOnDevice()).OnDevice }));

/** The same answer for every number, so that it does not reveal whether the order exists. */
function Answered({ number, onAnother }: { number: string; onAnother: () => void }) {
  return (
    <>
      <div className="card state-block" role="status" data-testid="order-answer">
        <span className="badge-icon">
          <Icon name="mail" size="l" />
        </span>
        <h2 className="h2">{word('orderFind.answer')}</h2>
        <p className="muted">{word('orderFind.answerBody', { order: isolatedLtr(number) })}</p>
        <Button variant="ghost" onPress={onAnother}>
          {word('orderFind.another')}
        </Button>
      </div>
      <p className="small muted text-center">
        {word('orderFind.noMail')}{' '}
        <Link className="text-link" href="/feedback">
          {word('contact.report')}
        </Link>
      </p>
    </>
  );
}

function ProblemNote({ problem }: { problem: Problem | null }) {
  if (problem === null || problem.kind === 'bad') return null;
  if (problem.kind === 'failed') return <Note kind="error">{word('orderFind.failed')}</Note>;
  const time = word('count.minutesOf', { n: Math.ceil(problem.s / MINUTE_S) });
  return (
    <Note kind="warn" icon="clock" isLive>
      {word('orderFind.tooMany', { time })}
    </Note>
  );
}

async function askFor(number: string): Promise<FindState> {
  const said = await call(findOrder, { number });
  if (said.kind === 'ok') return { kind: 'answered', number };
  const isTooMany = said.kind === 'refused' && said.refusal === 'too-many-tries';
  return {
    kind: 'typing',
    problem: isTooMany ? { kind: 'too-many', s: said.retryAfterS ?? MINUTE_S } : { kind: 'failed' },
  };
}

export function FindOrder({ typedBefore }: { typedBefore: string }) {
  const [typed, setTyped] = useState(typedBefore);
  const [state, setState] = useState<FindState>({ kind: 'typing', problem: null });
  const formId = useId();
  const number = plainOrderNumber(typed);
  const problem = state.kind === 'typing' ? state.problem : null;

  function change(next: string): void {
    setTyped(next);
    setState({ kind: 'typing', problem: null });
  }
  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (state.kind === 'sending') return;
    if (number === null) return setState({ kind: 'typing', problem: { kind: 'bad' } });
    setState({ kind: 'sending' });
    setState(await askFor(number));
  }

  if (state.kind === 'answered') return <Answered number={state.number} onAnother={() => change('')} />;
  const example = isolatedLtr(EXAMPLE);
  return (
    <>
      <p className="muted">{word('orderFind.lead')}</p>
      <form id={formId} className="card col gap-16" onSubmit={(event) => void submit(event)}>
        <Field
          label={word('receipt.order')}
          value={typed}
          onChange={change}
          maxLength={40}
          placeholder={word('orders.searchEx', { order: example })}
          error={problem?.kind === 'bad' ? word('orderFind.bad', { order: example }) : null}
          hint={word('orderFind.where')}
          testId="order-number"
        />
        <Button type="submit" icon="mail" busy={state.kind === 'sending'} testId="order-send">
          {word(state.kind === 'sending' ? 'orderFind.sending' : 'orderFind.submit')}
        </Button>
      </form>
      <ProblemNote problem={problem} />
      <Suspense>{number !== null && <OnDevice number={number} />}</Suspense>
    </>
  );
}

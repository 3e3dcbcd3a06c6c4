import { useEffect, useRef, type SyntheticEvent } from 'react';
import { isOnline } from '../../../browser/waits.ts';
import { Button } from '../../../ui/button.tsx';
import { useNavigate } from '../../../ui/navigation.tsx';
import { word } from '../../../words/word.ts';
import { problemSentence } from '../problem-sentence.ts';
import { routeAfterLogin } from '../return-address.ts';
import { LoginFields } from './login-fields.tsx';
import type { LoginFormState } from './login-form-state.ts';
import { LoginNote } from './login-note.tsx';
import { SocialButtons } from './social-buttons.tsx';
import { useLoginForm } from './use-login-form.ts';

/** Why a press would do nothing now. */
function heldBy({ stage, problem }: LoginFormState): string | null {
  if (stage.at === 'offline') return word('login.offline');
  return problem?.kind === 'too-many' ? problemSentence(problem) : null;
}

interface LoginFormViewProps {
  /** A session that was kept on this page has just ended. */
  hasEnded: boolean;
}

export function LoginFormView({ hasEnded }: LoginFormViewProps) {
  const form = useRef<HTMLFormElement>(null);
  const { state, send } = useLoginForm(form);
  const navigate = useNavigate();
  const isBusy = state.stage.at === 'sending' || state.stage.at === 'done';
  useEffect(() => {
    if (hasEnded) send({ type: 'session-ended' });
  }, [hasEnded, send]);
  useEffect(() => {
    const first = form.current?.elements.namedItem('id');
    // On a phone the keyboard would cover half of what there is to read.
    if (document.documentElement.classList.contains('pc') && first instanceof HTMLInputElement) first.focus();
  }, []);

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    send({ type: 'pressed', isOnline: isOnline() });
  }
  return (
    <div className="col gap-20">
      <LoginNote state={state} />
      <form ref={form} className="col gap-20" noValidate onSubmit={submit}>
        <div className="col gap-20" inert={isBusy}>
          <LoginFields state={state} send={send} />
        </div>
        <Button type="submit" busy={isBusy} held={heldBy(state)}>
          {word(isBusy ? 'progress.login' : 'login.submit')}
        </Button>
      </form>
      <div className="col gap-20" inert={isBusy}>
        <SocialButtons onProof={(proof) => send({ type: 'vouched', proof, isOnline: isOnline() })} />
        <Button variant="ghost" onPress={() => navigate(routeAfterLogin())}>
          {word('login.guest')}
        </Button>
      </div>
    </div>
  );
}

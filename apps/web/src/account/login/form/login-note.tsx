import { lazy, Suspense } from 'react';
import type { IconName } from '../../../ui/icon-names.ts';
import { Note, type NoteKind } from '../../../ui/note.tsx';
import { word } from '../../../words/word.ts';
import { type LoginProblem, problemSentence } from '../problem-sentence.ts';
import type { LoginFormState } from './login-form-state.ts';

const LOOKS = {
  late: { kind: 'warn', icon: 'hourglass' },
  'request-late': { kind: 'warn', icon: 'hourglass' },
  'too-many': { kind: 'warn', icon: 'clock' },
  'not-connected': { kind: 'warn', icon: 'wifi-off' },
  failed: { kind: 'error', icon: 'triangle-alert' },
  internal: { kind: 'error', icon: 'triangle-alert' },
  'unknown-person': { kind: 'info', icon: 'info' },
  'ended-elsewhere': { kind: 'info', icon: 'info' },
  said: { kind: 'info', icon: 'info' },
} as const satisfies Record<
  Exclude<LoginProblem['kind'], 'wrong'>,
  { readonly kind: NoteKind; readonly icon: IconName }
>;

/** Few need it, and it brings the site's configuration along. */
const DownloadLink = lazy(async () => ({ default: (await import('./download-link.tsx')).DownloadLink }));

/** Above the form: what became of the last try. A wrong pair is said at the password instead. */
export function LoginNote({ state: { stage, problem } }: { state: LoginFormState }) {
  if (stage.at === 'offline')
    return (
      <Note kind="warn" icon="wifi-off" isLive>
        {word('login.offline')}
      </Note>
    );
  if (problem === null || problem.kind === 'wrong') return null;
  return (
    <Note {...LOOKS[problem.kind]} isLive>
      {problemSentence(problem)} <Suspense>{problem.kind === 'unknown-person' && <DownloadLink />}</Suspense>
    </Note>
  );
}

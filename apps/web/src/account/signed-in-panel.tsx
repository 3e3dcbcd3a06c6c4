import type { AccountFace } from '@jawhara/contract';
import { Button, ButtonLink } from '../ui/button.tsx';
import { word } from '../words/word.ts';
import { routeAfterLogin } from './login/return-address.ts';
import { AccountFaceRow } from './account-face-row.tsx';
import { LogOutButtons } from './log-out-buttons.tsx';

/** The login screen for somebody who is signed in: go on, be somebody else, or leave. */
export function SignedInPanel({ account, onSwitch }: { account: AccountFace; onSwitch: () => void }) {
  return (
    <div className="col gap-20">
      <AccountFaceRow account={account} />
      <ButtonLink href={routeAfterLogin()}>{word('login.continue')}</ButtonLink>
      <Button variant="outline" icon="repeat" onPress={onSwitch}>
        {word('dlg.switch.yes')}
      </Button>
      <LogOutButtons />
    </div>
  );
}

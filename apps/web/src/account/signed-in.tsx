import { messages as account } from '../words/ar/account.po';
import type { AccountFace } from '@jawhara/contract';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { addWords, word } from '../words/word.ts';
import { routeAfterLogin } from './login/return-address.ts';
import { AccountFaceRow, LogOutButtons } from './signed-in-account.tsx';

addWords(account);

export function AccountSheet({ account, onClose }: { account: AccountFace; onClose: () => void }) {
  return (
    <Sheet isOpen onClose={onClose} title={word('account.title')}>
      <div className="col gap-20 pt-28">
        <AccountFaceRow account={account} />
        <LogOutButtons />
      </div>
    </Sheet>
  );
}

/** The login screen for a signed-in visitor: continue, change the account, or log out. */
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

import '../words/load-login.ts';
import type { AccountFace } from '@jawhara/contract';
import { Sheet } from '../ui/sheet.tsx';
import { word } from '../words/word.ts';
import { AccountFaceRow } from './account-face-row.tsx';
import { LogOutButtons } from './log-out-buttons.tsx';

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

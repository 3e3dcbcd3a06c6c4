import type { Recipient } from '@jawhara/domain';
import { Avatar } from '../ui/avatar.tsx';
import { DisplayIdText, Name } from '../ui/values.tsx';
import { Icon } from '../ui/icon.tsx';
import { word } from '../words/word.ts';

/** The picture, name and id of a recipient, which a payer must see before paying. */
export function Face({ recipient, isRefused = false }: { recipient: Recipient; isRefused?: boolean }) {
  const { nickname, iconUrl, displayId } = recipient;
  return (
    <>
      <Avatar nickname={nickname} iconUrl={iconUrl} mark={isRefused ? 'bad' : 'ok'} />
      <div className="fill">
        <div className="h2">
          <Name>{nickname}</Name>
        </div>
        <div className="small muted">
          <DisplayIdText id={displayId} />
        </div>
        {!isRefused && (
          <div className="verified">
            <Icon name="badge-check" size="xs" />
            {word('recipient.verified')}
          </div>
        )}
      </div>
    </>
  );
}

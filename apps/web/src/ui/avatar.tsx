import { useState } from 'react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';

const TONES = ['tone-1', 'tone-2', 'tone-3', 'tone-4'] as const;

export interface AvatarProps {
  nickname: string;
  iconUrl?: string | null;
  small?: boolean;
  /** A tick for a verified account, a red sign (and grey face) for a refused one. */
  mark?: 'ok' | 'bad';
}

/** The same name always gets the same colour. */
function toneOf(nickname: string): string {
  let sum = 0;
  for (const character of nickname) sum += character.codePointAt(0) ?? 0;
  return TONES[sum % TONES.length] ?? TONES[0];
}

/** A stored or linked address can be anything: only an http address, or a path of ours, is rendered. */
const PICTURE = /^(?:https?:\/\/|\/(?!\/))/;

/** The picture, or the first letter on a gradient if there is none or it cannot be loaded. The name is shown beside it. */
export function Avatar({ nickname, iconUrl = null, small, mark }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const hasPicture = iconUrl !== null && iconUrl !== brokenUrl && PICTURE.test(iconUrl);
  return (
    <span
      className={classes('avatar', toneOf(nickname), small && 's', mark === 'bad' && 'grey')}
      aria-hidden="true"
    >
      {hasPicture ? (
        <img src={iconUrl} alt="" onError={() => setBrokenUrl(iconUrl)} />
      ) : (
        ([...nickname.trim()][0] ?? '')
      )}
      {mark && (
        <span className={classes('tick', mark === 'bad' && 'bad')}>
          <Icon name={mark === 'ok' ? 'check' : 'ban'} />
        </span>
      )}
    </span>
  );
}

import type { ReactNode } from 'react';
import { Name } from '../../ui/name.tsx';

/** Stands for the part until it is put in; no sentence has it. */
const SLOT = '\uFFFC';

/** A sentence with an element in it. */
export function withPart(part: ReactNode, sentence: (part: string) => string): ReactNode {
  const [before = '', after = ''] = sentence(SLOT).split(SLOT);
  return (
    <>
      {before}
      {part}
      {after}
    </>
  );
}

/**
 * A sentence with a nickname in it, isolated by an element. Isolated by characters, beside a number and with a sign that no
 * font has, Chromium leaves out the rest of the line.
 */
export function withName(nickname: string, sentence: (name: string) => string): ReactNode {
  return withPart(<Name>{nickname}</Name>, sentence);
}

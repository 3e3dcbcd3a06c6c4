import { Fragment, Suspense, useEffect, useState } from 'react';
import { whenIdle } from '../../browser/waits.ts';
import { Link } from '../../ui/navigation.tsx';
import { word } from '../../words/word.ts';
import { ConsentTerms } from './late-parts.ts';

/**
 * The sentence of consent, in which each document's name becomes its link. It is one sentence in the catalogue, so that a
 * translator sees it whole.
 */
export function ConsentLine() {
  const [areTermsWanted, setTermsWanted] = useState(false);
  // Loaded when the page is idle.
  useEffect(() => whenIdle(() => setTermsWanted(true)), []);
  const links = new Map([
    [word('footer.agreement'), '/?page=agreement'],
    [word('footer.privacy'), '/?page=privacy'],
    [word('footer.refunds'), '/?page=refunds'],
  ]);
  const parts = word('legal.consent').split(new RegExp(`(${[...links.keys()].join('|')})`));
  return (
    <p className="micro hint text-center">
      {parts.map((part, index) => {
        const href = links.get(part);
        return <Fragment key={index}>{href === undefined ? part : <Link href={href}>{part}</Link>}</Fragment>;
      })}
      {areTermsWanted && (
        <Suspense fallback={null}>
          <ConsentTerms />
        </Suspense>
      )}
    </p>
  );
}

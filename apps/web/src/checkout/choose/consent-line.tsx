import { Fragment } from 'react';
import { Link } from '../../ui/navigation.tsx';
import { word } from '../../words/word.ts';

/** Every name of a document in the sentence becomes its link. It is one sentence in the catalogue, so that a translator sees it whole. */
export function ConsentLine() {
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
    </p>
  );
}

import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { word } from '../../words/word.ts';

const CHAPTERS = {
  privacy: () => [word('privacy.h1'), word('privacy.h2'), word('privacy.h3'), word('privacy.h4')],
  agreement: () => [word('agreement.h1'), word('agreement.h2'), word('agreement.h3'), word('agreement.h4')],
} as const;

function PrivacyInShort() {
  const points = [word('privacy.s1'), word('privacy.s2'), word('privacy.s3'), word('privacy.s4')];
  return (
    <section className="card in-short">
      <h3 className="h2">{word('privacy.summaryTitle')}</h3>
      <ul className="col gap-12">
        {points.map((point) => (
          <li key={point} className="row small">
            <Icon name="check" size="xs" />
            <span>{point}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The chapters are named; their text waits for counsel and the page says so. */
export function LegalPage({ document }: { document: keyof typeof CHAPTERS }) {
  return (
    <>
      {document === 'privacy' && <PrivacyInShort />}
      <ol className="list">
        {CHAPTERS[document]().map((chapter, index) => (
          <li key={chapter} className="option">
            <span className="hint">{index + 1}</span>
            <h3 className="fill strong">{chapter}</h3>
          </li>
        ))}
      </ol>
      <Note kind="quiet">{word('legal.draft')}</Note>
    </>
  );
}

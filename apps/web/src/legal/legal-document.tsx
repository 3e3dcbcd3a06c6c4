import { type LegalDocumentName, type Locale, LEGAL_VERSIONS, readLegalVersion } from '@jawhara/domain';
import type { CallAnswer } from '../api/call-answer.ts';
import { useQuery, type QueryResult } from '../api/query-cache.ts';
import type { LegalText, Block } from './legal-text.ts';
import { useOperatorFacts } from '../api/use-operator-facts.ts';
import { ErrorState } from '../ui/states.tsx';
import { Skeleton, useSkeleton } from '../ui/spinner.tsx';
import { useUrlQuery } from '../ui/navigation.tsx';
import { Note } from '../ui/note.tsx';
import { Icon } from '../ui/icon.tsx';
import { ScreenStyle } from '../ui/screen-style.tsx';
import { isolatedLtr } from '../words/isolate.ts';
import { pageLocale, word } from '../words/word.ts';
import css from './legal.css?inline';
import { BlocksView, FactsOfText, LineView, LegalSections } from './legal-sections.tsx';

/** Every version that orders refer to, each text a lazy chunk, so that what was agreed to stays readable. */
const LEGAL_TEXTS = import.meta.glob<{ readonly text: LegalText }>('./texts/*/*.md');

/** Undefined where there is no such version. */
export async function loadLegalText(
  name: LegalDocumentName,
  version: number,
  locale: Locale,
): Promise<LegalText | undefined> {
  return (await LEGAL_TEXTS[`./texts/${name}-${version}/${locale}.md`]?.())?.text;
}

async function load(name: LegalDocumentName, version: number): Promise<CallAnswer<LegalText>> {
  try {
    const text = await loadLegalText(name, version, pageLocale());
    return text === undefined ? { kind: 'failed', failure: 'no-response' } : { kind: 'ok', value: text };
  } catch {
    return { kind: 'failed', failure: 'no-response' };
  }
}

/** Loaded through the query cache, so that a failed download is retried, and a visitor can retry too. */
function useLegalText(name: LegalDocumentName, version: number): QueryResult<LegalText> {
  return useQuery(`legal-text:${name}-${version}`, () => load(name, version), Number.POSITIVE_INFINITY);
}

/** A summary for visitors who cannot load the text now. */
const WITHOUT_TEXT: Record<LegalDocumentName, () => readonly string[]> = {
  privacy: () => [
    word('privacy.s1'),
    word('privacy.s2'),
    word('privacy.s3'),
    word('privacy.sealedCard', { provider: isolatedLtr('Adyen') }),
    word('privacy.s4'),
  ],
  agreement: () => [word('agreement.s1'), word('agreement.s2'), word('agreement.s3'), word('agreement.s4')],
  refunds: () => [],
};

const ROWS = [1, 2, 3, 4, 5];

function Waiting() {
  const isShown = useSkeleton(true);
  return (
    <div className="col gap-16" role="status" aria-label={word('common.loading')}>
      {isShown && ROWS.map((row) => <Skeleton key={row} width="100%" height="2.2rem" />)}
    </div>
  );
}

function Failed({ name, onRetry }: { name: LegalDocumentName; onRetry: () => void }) {
  const points = WITHOUT_TEXT[name]();
  return (
    <>
      <ErrorState title={word('legal.loadFailed')} onRetry={onRetry} />
      {points.length > 0 && (
        <ul className="card col gap-12">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The points of the summary with ticks, and its other paragraphs below. */
function InShort({ title, blocks }: LegalText['inShort']) {
  const points = blocks.flatMap((block) => (block.kind === 'list' ? block.items : []));
  const rest = blocks.filter((block): block is Block => block.kind !== 'list');
  return (
    <section className="card in-short">
      <h3 className="h2">{title}</h3>
      <ul className="col gap-12">
        {points.map((line, index) => (
          <li key={index} className="legal-point small">
            <Icon name="check" size="xs" />
            <span>
              <LineView line={line} />
            </span>
          </li>
        ))}
      </ul>
      <div className="micro muted">
        <BlocksView blocks={rest} />
      </div>
    </section>
  );
}

/** Says that this version is outdated, with a link to the current one. */
function Older({ name }: { name: LegalDocumentName }) {
  return (
    <Note kind="warn" icon="info">
      {word('legal.older')}{' '}
      <a className="text-link" href={`/?page=${name}`}>
        {word('legal.current')}
      </a>
    </Note>
  );
}

/** A complete legal text with the operator's facts filled in. A link may name an earlier version. */
export function LegalDocument({ name }: { name: LegalDocumentName }) {
  const version = readLegalVersion(name, useUrlQuery().get('version'));
  const text = useLegalText(name, version);
  const facts = useOperatorFacts();
  if (text.value === null || facts.value === null) {
    const missing = [text, facts].filter(({ value }) => value === null);
    if (missing.every(({ problem }) => problem === null)) return <Waiting />;
    return <Failed name={name} onRetry={() => missing.forEach(({ retry }) => retry())} />;
  }
  const { effective, inShort, sections } = text.value;
  return (
    <FactsOfText value={facts.value}>
      <ScreenStyle css={css} />
      {version !== LEGAL_VERSIONS[name] && <Older name={name} />}
      <p className="micro hint">
        <LineView line={effective} />
      </p>
      <InShort {...inShort} />
      <LegalSections sections={sections} />
    </FactsOfText>
  );
}

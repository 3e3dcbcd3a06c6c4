import type { OperatorFact, OperatorFacts } from '@jawhara/contract';
import { createContext, use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Ltr } from '../ui/values.tsx';
import type { Block, Line, Piece, Section } from './legal-text.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { word } from '../words/word.ts';

/** The company facts that fill the placeholders of a text. */
export const FactsOfText = createContext<OperatorFacts | null>(null);

const ADDRESS = /(https:\/\/[^\s()<>،؛]*[^\s()<>،؛.,;:])/;

/** Opens in a new window, so that a payer who reads a text does not lose the payment. */
function Out({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      <Ltr>{children}</Ltr>
    </a>
  );
}

function Fact({ name }: { name: OperatorFact }) {
  const text = use(FactsOfText)?.[name] ?? '';
  if (name === 'contact_email') return <Out href={`mailto:${text}`}>{text}</Out>;
  if (name === 'whatsapp') return <Out href={`https://wa.me/${text.replaceAll(/\D/g, '')}`}>{text}</Out>;
  const parts = text.split(ADDRESS);
  return (
    <bdi>
      {parts.map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <Out key={index} href={part}>
            {part}
          </Out>
        ),
      )}
    </bdi>
  );
}

function PieceView({ piece }: { piece: Piece }) {
  if (typeof piece === 'string') return piece;
  if ('fact' in piece) return <Fact name={piece.fact} />;
  return 'strong' in piece ? <strong>{piece.strong}</strong> : <Ltr mono>{piece.code}</Ltr>;
}

/** The lines of a text never change their order, so the index is a key. */
export function LineView({ line }: { line: Line }) {
  return line.map((piece, index) => <PieceView key={index} piece={piece} />);
}

/** Two columns fit on any phone; a wider table is shown as rows whose cells have names. */
const COLUMNS_MAX = 2;

function TableView({ head, rows }: Extract<Block, { kind: 'table' }>) {
  if (head.length > COLUMNS_MAX)
    return (
      <ul className="legal-rows">
        {rows.map(([first = [], ...cells], row) => (
          <li key={row}>
            <strong>
              <LineView line={first} />
            </strong>
            <dl>
              {cells.map((cell, index) => (
                <div key={index}>
                  <dt>
                    <LineView line={head[index + 1] ?? []} />
                  </dt>
                  <dd>
                    <LineView line={cell} />
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    );
  return (
    <table className="legal-table">
      <thead>
        <tr>
          {head.map((cell, index) => (
            <th key={index} scope="col">
              <LineView line={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, index) => (
              <td key={index}>
                <LineView line={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'table') return <TableView {...block} />;
  if (block.kind === 'paragraph')
    return (
      <p>
        <LineView line={block.line} />
      </p>
    );
  return (
    <ul className="legal-list">
      {block.items.map((item, index) => (
        <li key={index}>
          <LineView line={item} />
        </li>
      ))}
    </ul>
  );
}

export function BlocksView({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => <BlockView key={index} block={block} />);
}

/** "#3" in the address opens section 3. */
function sectionInAddress(): string | null {
  return /^#(\d+)$/.exec(location.hash)?.[1] ?? null;
}

/**
 * Opens all sections for printing. Changes the elements directly, because printing starts when the event ends; their `toggle`
 * events then update the state.
 */
function useOpenWhenPrinted(root: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const open = (): void => root.current?.querySelectorAll('details').forEach((one) => (one.open = true));
    addEventListener('beforeprint', open);
    return () => removeEventListener('beforeprint', open);
  }, [root]);
}

/** Each numbered section can be opened; a link, a search in the page and printing open them too. */
export function LegalSections({ sections }: { sections: readonly Section[] }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([sectionInAddress() ?? '1']));
  const [section, setSection] = useState(sectionInAddress);
  const root = useRef<HTMLDivElement>(null);
  useOpenWhenPrinted(root);
  useEffect(() => {
    const follow = (): void => {
      const number = sectionInAddress();
      if (number !== null) setOpen((now) => new Set([...now, number]));
      setSection(number);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  useLayoutEffect(() => {
    if (section !== null) document.getElementById(section)?.scrollIntoView({ block: 'start' });
  }, [section]);

  const isAllOpen = sections.every(({ number }) => open.has(number));
  const toggle = (number: string, isOpen: boolean): void =>
    setOpen((now) =>
      now.has(number) === isOpen
        ? now
        : new Set(isOpen ? [...now, number] : [...now].filter((one) => one !== number)),
    );
  return (
    <>
      <div className="legal-all">
        <Button
          variant="ghost"
          compact
          onPress={() => setOpen(new Set(isAllOpen ? [] : sections.map(({ number }) => number)))}
        >
          {isAllOpen ? word('legal.closeAll') : word('legal.openAll')}
        </Button>
      </div>
      <div className="list" ref={root}>
        {sections.map(({ number, title, blocks }) => (
          <details
            key={number}
            id={number}
            className="legal-section"
            open={open.has(number)}
            onToggle={({ currentTarget }) => toggle(number, currentTarget.open)}
          >
            <summary>
              <span className="hint" aria-hidden="true">
                {number}
              </span>
              <h3 className="fill">{title}</h3>
              <Icon name="chevron-down" size="s" />
            </summary>
            <div className="legal-body">
              <BlocksView blocks={blocks} />
            </div>
          </details>
        ))}
      </div>
    </>
  );
}

import type { OperatorFact, OperatorFacts } from '@jawhara/contract';
import { createContext, use } from 'react';
import { Ltr } from '../ui/values.tsx';
import type { Block, Line, Piece } from './legal-text.ts';

/** The company facts that fill the placeholders of a text. */
export const FactsOfText = createContext<OperatorFacts | null>(null);

const ADDRESS = /(https:\/\/[^\s()<>،؛]*[^\s()<>،؛.,;:])/;

/** Opens beside the page, so that a payer who reads a text does not lose the payment. */
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

/** Nothing of a text ever moves, so a place in it is a key. */
export function LineView({ line }: { line: Line }) {
  return line.map((piece, index) => <PieceView key={index} piece={piece} />);
}

/** Two columns stand beside each other on any phone; more of them would not, so that each row names its cells instead. */
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

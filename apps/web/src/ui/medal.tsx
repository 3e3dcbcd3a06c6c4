import type { ReactNode } from 'react';
import { spriteSymbol } from './sprite.ts';

/** success: paid. refused: the bank said no (amber). failed: it did not work (red). waiting: not known yet. */
export type MedalKind = 'success' | 'refused' | 'failed' | 'waiting';

const GROUNDS = {
  success: 'var(--success-soft)',
  refused: 'var(--warning-soft)',
  failed: 'var(--danger-soft)',
  waiting: 'var(--info-soft)',
} as const satisfies Record<MedalKind, string>;

const SEALS = {
  success: ['var(--success)', 'var(--on-success)', 'M153 147l9 9 17-18'],
  refused: ['#f4ae1f', '#2a1b00', 'M166 130v18M166 159v.5'],
  failed: ['var(--danger)', 'var(--on-danger)', 'M156 136l20 20M176 136l-20 20'],
  waiting: ['var(--info-ink)', 'var(--info-soft)', 'M166 132v15l9 6'],
} as const satisfies Record<MedalKind, readonly [string, string, string]>;

function GemAndSparks(): ReactNode {
  return (
    <>
      <use href={spriteSymbol('gem')} x="42" y="30" width="136" height="126" />
      <path
        fill="#f9b733"
        d="M30 36c2.2 12.8 3.2 13.8 16 16-12.8 2.2-13.8 3.2-16 16-2.2-12.8-3.2-13.8-16-16 12.8-2.2 13.8-3.2 16-16ZM196 58c1.7 9.6 2.4 10.3 12 12-9.6 1.7-10.3 2.4-12 12-1.7-9.6-2.4-10.3-12-12 9.6-1.7 10.3-2.4 12-12Z"
      />
      <path
        fill="#1fb3ac"
        d="M186 17c1.3 7.2 1.8 7.7 9 9-7.2 1.3-7.7 1.8-9 9-1.3-7.2-1.8-7.7-9-9 7.2-1.3 7.7-1.8 9-9Z"
      />
    </>
  );
}

function PlainCard(): ReactNode {
  return (
    <g transform="rotate(-6 110 100)">
      <rect x="44" y="60" width="132" height="84" rx="14" fill="#22343f" />
      <path d="M44 76h132v18H44z" fill="#0b141a" />
      <path d="M62 116h44M62 130h24" stroke="#4c636f" strokeWidth="8" strokeLinecap="round" />
    </g>
  );
}

export function Medal({ kind }: { kind: MedalKind }) {
  const [seal, stroke, mark] = SEALS[kind];
  return (
    <svg className="medal" viewBox="0 0 220 200" aria-hidden="true" data-medal={kind}>
      <circle cx="110" cy="100" r="88" fill={GROUNDS[kind]} />
      {kind === 'success' ? <GemAndSparks /> : <PlainCard />}
      <circle cx="166" cy="146" r="30" fill={seal} stroke="var(--bg)" strokeWidth="7" />
      <path
        d={mark}
        fill="none"
        stroke={stroke}
        strokeWidth="7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

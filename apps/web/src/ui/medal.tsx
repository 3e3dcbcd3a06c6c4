import type { ReactNode } from 'react';
import { spriteSymbol } from './icon.tsx';

/** The outcome on the picture's seal: paid, in delivery, declined and why, or not declined. */
export type MedalKind =
  | 'success'
  | 'arriving'
  | 'refused'
  | 'details'
  | 'date'
  | 'late'
  | 'guarded'
  | 'cancelled'
  | 'lapsed'
  | 'ours'
  | 'missing';

interface Tone {
  readonly ground: string;
  readonly seal: string;
  readonly stroke: string;
}

const GREEN: Tone = { ground: 'var(--success-soft)', seal: 'var(--success)', stroke: 'var(--on-success)' };
/** The colours of a declined payment: amber, never red. */
const AMBER: Tone = { ground: 'var(--warning-soft)', seal: '#f4ae1f', stroke: '#2a1b00' };
const GREY: Tone = { ground: 'var(--sunken)', seal: 'var(--ink3)', stroke: 'var(--surface)' };
const BLUE: Tone = { ground: 'var(--info-soft)', seal: 'var(--info-ink)', stroke: 'var(--info-soft)' };

const TICK = 'M153 147l9 9 17-18';
const CLOCK = 'M166 132v15l9 6';
const ALERT = 'M166 130v18M166 159v.5';

const SEALS = {
  success: [GREEN, TICK],
  arriving: [GREEN, CLOCK],
  refused: [AMBER, ALERT],
  details: [AMBER, 'M154 146v.5M166 146v.5M178 146v.5'],
  date: [AMBER, 'M154 137h24v20h-24zM154 143h24M160 132v6M172 132v6'],
  late: [AMBER, CLOCK],
  guarded: [AMBER, 'M166 131l13 5v9c0 8-6 13-13 16-7-3-13-8-13-16v-9z'],
  cancelled: [GREY, 'M156 136l20 20M176 136l-20 20'],
  lapsed: [GREY, CLOCK],
  ours: [BLUE, ALERT],
  missing: [GREY, ALERT],
} as const satisfies Record<MedalKind, readonly [Tone, string]>;

const GOLD = '#f9b733';
const TEAL = '#1fb3ac';
const SPARKS = [
  [
    GOLD,
    'M30 36c2.2 12.8 3.2 13.8 16 16-12.8 2.2-13.8 3.2-16 16-2.2-12.8-3.2-13.8-16-16 12.8-2.2 13.8-3.2 16-16Z',
  ],
  [
    GOLD,
    'M196 58c1.7 9.6 2.4 10.3 12 12-9.6 1.7-10.3 2.4-12 12-1.7-9.6-2.4-10.3-12-12 9.6-1.7 10.3-2.4 12-12Z',
  ],
  [TEAL, 'M186 17c1.3 7.2 1.8 7.7 9 9-7.2 1.3-7.7 1.8-9 9-1.3-7.2-1.8-7.7-9-9 7.2-1.3 7.7-1.8 9-9Z'],
  [TEAL, 'M48 151c1.3 7.2 1.8 7.7 9 9-7.2 1.3-7.7 1.8-9 9-1.3-7.2-1.8-7.7-9-9 7.2-1.3 7.7-1.8 9-9Z'],
] as const;

function GemAndSparks(): ReactNode {
  return (
    <>
      <use className="drop" href={spriteSymbol('gem')} x="42" y="30" width="136" height="126" />
      {SPARKS.map(([colour, shape]) => (
        <path key={shape} className="spark" fill={colour} d={shape} />
      ))}
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

/** `isNew`: the gem drops in once; visitors who prefer reduced motion see it at rest. */
export function Medal({ kind, isNew = false }: { kind: MedalKind; isNew?: boolean }) {
  const [{ ground, seal, stroke }, mark] = SEALS[kind];
  return (
    <svg className={isNew ? 'medal new' : 'medal'} viewBox="0 0 220 200" aria-hidden="true" data-medal={kind}>
      <circle cx="110" cy="100" r="88" fill={ground} />
      {kind === 'success' || kind === 'arriving' ? <GemAndSparks /> : <PlainCard />}
      <circle cx="166" cy="146" r="30" fill={seal} stroke="var(--bg)" strokeWidth="7" />
      <path
        d={mark}
        fill="none"
        stroke={stroke}
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

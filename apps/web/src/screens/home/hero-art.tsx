import { spriteSymbol } from '../../ui/sprite.ts';

const SPARK_BIG = 'M86 78c4.2 24 6 25.8 30 30-24 4.2-25.8 6-30 30-4.2-24-6-25.8-30-30 24-4.2 25.8-6 30-30Z';
const SPARK_MIDDLE =
  'M392 68c2.5 14.4 3.6 15.5 18 18-14.4 2.5-15.5 3.6-18 18-2.5-14.4-3.6-15.5-18-18 14.4-2.5 15.5-3.6 18-18Z';
const SPARK_SMALL =
  'M180 317c1.8 10.4 2.6 11.2 13 13-10.4 1.8-11.2 2.6-13 13-1.8-10.4-2.6-11.2-13-13 10.4-1.8 11.2-2.6 13-13Z';

/** The treasure beside the hero's words: three gems on PC, two on a phone. */
export function HeroArt() {
  const gem = spriteSymbol('gem');
  const saffron = spriteSymbol('gem-saffron');
  return (
    <>
      <svg className="hero-art only-mobile" viewBox="0 0 320 300" aria-hidden="true">
        <use href={gem} x="78" y="40" width="200" height="185" />
        <use href={saffron} x="36" y="150" width="66" height="61" />
        <path
          d="M70 48c3 17.6 4.4 18.9 22 22-17.6 3-18.9 4.4-22 22-3-17.6-4.4-18.9-22-22 17.6-3 18.9-4.4 22-22Z"
          fill="#f9b733"
        />
        <path
          d="M286 38c2 11.2 2.8 12 14 14-11.2 2-12 2.8-14 14-2-11.2-2.8-12-14-14 11.2-2 12-2.8 14-14Z"
          fill="#5fe0d4"
        />
      </svg>
      <svg className="hero-art only-pc" viewBox="0 0 420 380" aria-hidden="true">
        <use href={gem} x="96" y="50" width="270" height="249" />
        <use href={saffron} x="30" y="208" width="96" height="89" />
        <use href={spriteSymbol('gem-pearl')} x="320" y="276" width="64" height="59" />
        <path d={SPARK_BIG} fill="#f9b733" />
        <path d={SPARK_MIDDLE} fill="#5fe0d4" />
        <path d={SPARK_SMALL} fill="#f6f3ec" />
      </svg>
    </>
  );
}

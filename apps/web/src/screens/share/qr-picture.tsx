import { encode } from 'uqr';
import { spriteSymbol } from '../../ui/icon.tsx';
import { word } from '../../words/word.ts';

/** Light squares that a scanner needs around the code. */
const QUIET = 4;

/** The squares of the code, row by row; true is dark. Readable with a seventh of it covered, because a gem is drawn over it. */
export function qrCode(text: string): boolean[][] {
  return encode(text, { ecc: 'M', border: 0 }).data;
}

/** A QR code that opens this page on the phone. */
export function QrPicture({ text }: { text: string }) {
  const code = qrCode(text);
  const side = code.length + 2 * QUIET;
  const squares = code.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : [])),
  );
  return (
    <div className="qr" role="img" aria-label={word('share.qrAlt')}>
      <svg viewBox={`0 0 ${side} ${side}`} aria-hidden="true" shapeRendering="crispEdges">
        <path fill="currentColor" d={squares.join('')} />
      </svg>
      <svg className="gem" aria-hidden="true">
        <use href={spriteSymbol('gem')} />
      </svg>
    </div>
  );
}

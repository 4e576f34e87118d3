import { create } from 'qrcode';

/** Modules of light around a QR code that is printed. Source: ISO/IEC 18004, 9.1. */
const QUIET_ZONE = 4;

/** A QR code as a drawing: modules on each side, with the quiet zone, and a path of its dark ones. */
export type QrDrawing = { readonly size: number; readonly path: string };

/**
 * Draws a text as a QR code. One rectangle for each run of a row.
 * @param level on paper, `H`: read with up to 30 % of it damaged. On a screen `M`, up to 15 %, has fewer and larger modules,
 *   which are read from farther away
 */
export function drawQrCode(text: string, level: 'H' | 'M' = 'H'): QrDrawing {
  const { modules } = create(text, { errorCorrectionLevel: level });
  const runs = Array.from({ length: modules.size }, (_, row) =>
    runsOf((column) => column < modules.size && modules.get(row, column) !== 0)
      .map(([start, length]) => `M${start + QUIET_ZONE} ${row + QUIET_ZONE}h${length}v1h-${length}z`)
      .join(''),
  );
  return { size: modules.size + 2 * QUIET_ZONE, path: runs.join('') };

  function runsOf(isDark: (column: number) => boolean): [start: number, length: number][] {
    const found: [number, number][] = [];
    for (let column = 0; column < modules.size; column += 1) {
      const start = column;
      while (isDark(column)) column += 1;
      if (column > start) found.push([start, column - start]);
    }
    return found;
  }
}

import type { Patch } from './boxes.ts';

/** Units with supplemental messages, by the type in their first byte (ITU-T H.264, table 7-1; H.265, table 7-1). */
const MESSAGES = { h264: new Set([6]), hevc: new Set([39, 40]) } as const;
const HEADER_BYTES = { h264: 1, hevc: 2 } as const;
/**
 * Messages by which pictures are shown: times of buffers and pictures, pan and scan, captions and brightness, entry
 * points, frames in pairs, turning, parameter sets, checksums, colours (H.264, D.1; H.265, D.2.1). Others are what only
 * their writer knows: settings of encoders, places and times of cameras.
 */
const KEPT = new Set([0, 1, 2, 4, 6, 19, 45, 47, 129, 130, 132, 137, 144, 147, 148]);
const FILLER = 0xff;

export type Units = keyof typeof MESSAGES;

/** How much of a unit tells its type. */
export const UNIT_HEADER_BYTES = 2;

/** Whether a unit holds supplemental messages. */
export function hasMessages([first = 0]: Buffer, units: Units): boolean {
  return MESSAGES[units].has(units === 'h264' ? first & 31 : (first >> 1) & 63);
}

/** What takes the place of user data in a unit that begins at `at`. Its length and all lengths in it stay. */
export function fillUserData(unit: Buffer, { at, units }: { at: number; units: Units }): Patch[] {
  if (!hasMessages(unit, units)) return [];
  const places = unescapedPlaces(unit);
  const patches: Patch[] = [];
  let place: number = HEADER_BYTES[units];
  const number = (): number => {
    let value = 0;
    let byte: number;
    do {
      byte = unit[places[place] ?? unit.length] ?? 0;
      value += byte;
      place += 1;
    } while (byte === 0xff && place < places.length);
    return value;
  };
  // The last byte ends the unit.
  while (place < places.length - 1) {
    const [type, length] = [number(), number()];
    const end = Math.min(place + length, places.length);
    if (!KEPT.has(type)) patches.push(...filled(places.slice(place, end), at));
    place = end;
  }
  return patches;
}

/** The places of a unit's bytes without the 3 behind two zeros, by which it keeps apart from start codes (H.264, 7.4.1). */
function unescapedPlaces(unit: Buffer): number[] {
  const places: number[] = [];
  for (let at = 0, zeros = 0; at < unit.length; at += 1) {
    if (zeros >= 2 && unit[at] === 3) {
      // What makes such a 3 necessary stays: without the zeros in front of it, it would be data.
      places.splice(-2, 2, -1, -1);
      zeros = 0;
      continue;
    }
    places.push(at);
    zeros = unit[at] === 0 ? zeros + 1 : 0;
  }
  return places;
}

/** Fills the bytes at these places, but for those that have to stay, which are zeros. */
function filled(places: readonly number[], at: number): Patch[] {
  const patches: Patch[] = [];
  let [from, length] = [-1, 0];
  const flush = (): void => {
    if (length > 0) patches.push({ at: at + from, piece: { kind: 'fill', byte: FILLER, length } });
  };
  for (const place of places) {
    if (place === from + length && length > 0) length += 1;
    else {
      flush();
      [from, length] = [place, place < 0 ? 0 : 1];
    }
  }
  flush();
  return patches;
}

/** The picture's sides in pixels: what chats and feeds show whole on a phone. */
export const WIDTH = 1080;
export const HEIGHT = 1350;

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** How high the photos are that the picture begins with. */
export const PHOTOS_HEIGHT = 830;
const GAP = 8;

/** Where up to three photos are: the first is the largest. */
export function photoBoxes(count: number): readonly Box[] {
  const all = { x: 0, y: 0, width: WIDTH, height: PHOTOS_HEIGHT };
  if (count === 0) return [];
  if (count === 1) return [all];
  const half = (WIDTH - GAP) / 2;
  if (count === 2) return [0, half + GAP].map((x) => ({ ...all, x, width: half }));
  const [large, small] = [712, WIDTH - 712 - GAP];
  const height = (PHOTOS_HEIGHT - GAP) / 2;
  return [
    { ...all, width: large },
    { x: large + GAP, y: 0, width: small, height },
    { x: large + GAP, y: height + GAP, width: small, height },
  ];
}

/** The part of a photo that fills a box: from its middle, and of a tall one from above that, where faces are. */
export function cropFor(photo: { width: number; height: number }, box: Box): Box {
  const scale = Math.max(box.width / photo.width, box.height / photo.height);
  const [width, height] = [box.width / scale, box.height / scale];
  return { x: (photo.width - width) / 2, y: (photo.height - height) / 3, width, height };
}

/**
 * A text in as many lines as it needs. A word that is longer than a line is broken; what does not fit into the lines ends in "…".
 * @param widthOf how wide a text is
 */
export function linesOf(
  text: string,
  { width, most, widthOf }: { width: number; most: number; widthOf: (text: string) => number },
): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (widthOf(line) > width) {
      const part = fitting(line, (start) => widthOf(start) <= width);
      lines.push(part);
      line = line.slice(part.length);
    }
  }
  lines.push(line);
  if (lines.length <= most) return lines;
  const last = `${lines[most - 1]} ${lines[most]}`;
  return [
    ...lines.slice(0, most - 1),
    `${fitting(last, (start) => widthOf(`${start}…`) <= width).trimEnd()}…`,
  ];
}

/** The longest beginning that fits, of one letter at least; letters with their marks stay whole. */
function fitting(text: string, fits: (start: string) => boolean): string {
  let start = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (start !== '' && !fits(start + segment)) break;
    start += segment;
  }
  return start;
}

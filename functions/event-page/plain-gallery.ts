import { ADVERTISEMENT } from '../../shared/advertisement.ts';
import type { EventView, MediaView } from '../../shared/contract/entities.ts';
import { formatCount } from '../../shared/values/count-text.ts';
import { gapFor, itemRatio, layoutOf } from '../../shared/rules/masonry.ts';
import { escapeHtml } from './html.ts';

/** Enough to fill two columns on the tallest phone. */
const TILES = 10;
/** These load eagerly; the others when they come into view. */
const FIRST_TILES = 4;
/** The gallery's width on a phone, in CSS pixels: only to tell which column is shorter. */
const WIDTH = 378;
const COLUMNS = 2;
/** A tile's width in units of its viewBox: as exact as a browser's layout. */
const UNIT = 10_000;

/**
 * A gallery's first screen in plain HTML, which a phone shows while the application's code loads. Its styles
 * are in `web/src/app/plain-page.css`; the application removes it once its own first screen is rendered.
 * @param options.language the viewer's, as browsers name it
 */
export function plainGallery(
  event: EventView,
  items: readonly MediaView[],
  { language }: { language: string },
): string {
  const privacy = event.privacy.charAt(0).toUpperCase() + event.privacy.slice(1);
  const facts = [dayIn(language, event.date), photosIn(language, event.mediaCount), privacy].filter(Boolean);
  return `<main id="plain">
      <p class="plain-ad">${ADVERTISEMENT}</p>
      <div class="plain-page">
        <h1>${escapeHtml(event.name)}</h1>
        <ul class="plain-facts">${facts.map((fact) => `<li>${fact}</li>`).join('')}</ul>
        ${event.description ? `<p class="plain-words">${escapeHtml(event.description)}</p>` : ''}
        ${event.highlightCount > 0 ? '<div class="plain-shelf"></div>' : ''}
        <div class="plain-tiles">${columnsOf(items.slice(0, TILES)).join('')}</div>
      </div>
    </main>`;
}

/** The tiles by column, as the application lays them out. */
function columnsOf(items: readonly MediaView[]): string[] {
  const ratios = items.map(itemRatio);
  const { boxes } = layoutOf({
    sections: [{ ratios }],
    width: WIDTH,
    columns: COLUMNS,
    gap: gapFor(WIDTH),
    headingHeight: 0,
  });
  const inColumn = (at: number) => boxes.filter(({ x }) => x > 0 === at > 0);
  return Array.from({ length: COLUMNS }, (_, at) => {
    const tiles = inColumn(at).map(({ index }) => tileOf(items[index], { index, ratio: ratios[index] ?? 1 }));
    return `<div>${tiles.join('')}</div>`;
  });
}

const COLOUR = /^#[0-9a-f]{6}$/i;

/**
 * The SVG gives the tile its shape and the picture's colour, because the page may hold no `style` attributes.
 * The picture is the smallest rendition, a quarter of what a high-resolution screen asks for: it arrives
 * before the code does, and the application lays the sharp one over it.
 */
function tileOf(item: MediaView | undefined, { index, ratio }: { index: number; ratio: number }): string {
  if (!item) return '';
  const height = Math.round(UNIT * ratio);
  const { small, tile, screen } = item.renditions;
  const smallest = item.state === 'ready' ? (small ?? tile ?? screen) : undefined;
  const fill = smallest && COLOUR.test(item.color ?? '') ? ` fill="${item.color}"` : '';
  const turn = index < FIRST_TILES ? 'fetchpriority="high"' : 'loading="lazy"';
  const picture = smallest && `<img src="${escapeHtml(smallest.url)}" alt="" ${turn} />`;
  const noun = item.kind === 'video' ? 'Video' : 'Photo';
  return (
    `<a href="?media=${encodeURIComponent(item.id)}" aria-label="${noun} ${index + 1}">` +
    `<svg viewBox="0 0 ${UNIT} ${height}"${fill}><rect width="${UNIT}" height="${height}" /></svg>${picture ?? ''}</a>`
  );
}

/** A calendar day in the viewer's format. */
export function dayIn(language: string, day: string | null): string | undefined {
  const date = new Date(`${day}T00:00:00Z`);
  if (day === null || Number.isNaN(date.getTime())) return undefined;
  return date.toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });
}

const photosIn = (language: string, count: number): string =>
  `${formatCount(count, language)} ${count === 1 ? 'photo' : 'photos'}`;

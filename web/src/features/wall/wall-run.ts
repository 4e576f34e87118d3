import type { MediaView } from '../../../../shared/contract/entities.ts';
import { Deck } from './deck.ts';
import { ItemSource, type SourcePorts } from './item-source.ts';
import { loadPicture, type ReadFullSize } from './load-picture.ts';
import { Player } from './player.ts';

export type WallPorts = Omit<SourcePorts, 'random'> & {
  readonly hasFullSize: (item: Picture) => boolean;
  readonly readFullSize: ReadFullSize;
};

type Picture = Pick<
  MediaView,
  'kind' | 'state' | 'mimeType' | 'fileSize' | 'width' | 'height' | 'renditions'
>;

/** How long one spread takes to appear over the other, where motion is not reduced. */
export const DISSOLVE_MS = 1_400;

/** A wall's items and what it does with them, for as long as the page is open. */
export class WallRun {
  readonly player: Player;
  readonly #deck: Deck;
  #ports: WallPorts;
  #source: ItemSource | undefined;
  #stage: Element = document.documentElement;

  constructor(ports: WallPorts) {
    this.#ports = ports;
    this.#deck = new Deck((item) => this.#ports.hasFullSize(item));
    this.player = new Player({
      deck: this.#deck,
      load: (item, options) =>
        loadPicture(item, options, (id, signal) => this.#ports.readFullSize(id, signal)),
      stage: () => pixelsOf(this.#stage),
      dissolveMs: () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : DISSOLVE_MS),
      random: Math.random,
      onBroken: () => this.#source?.renew(),
    });
  }

  /** @returns a function that ends it */
  start(stage: Element): () => void {
    this.#stage = stage;
    this.player.start();
    return () => this.player.end();
  }

  /** Reads items from elsewhere, or as somebody else. What is known stays. @returns a function that ends it */
  readFrom(ports: WallPorts): () => void {
    this.#ports = ports;
    const source = new ItemSource(this.#deck, { ...ports, random: Math.random });
    this.#source = source;
    source.start();
    return () => source.end();
  }
}

const pixelsOf = ({ clientWidth, clientHeight }: Element) => ({
  width: clientWidth * devicePixelRatio,
  height: clientHeight * devicePixelRatio,
});

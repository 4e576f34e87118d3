import type { Deck, DeckChange } from './deck.ts';
import type { ReadyPicture } from './load-picture.ts';
import { PastSpreads } from './past-spreads.ts';
import type { PlayerView } from './player-view.ts';
import {
  EMPTY_SCHEDULE,
  type Items,
  nextSpread,
  type Schedule,
  type Spread,
  withArrival,
  withShown,
} from './schedule.ts';
import type { Size } from './spread-layout.ts';
import { standingTime } from './standing-time.ts';
import { type Coming, type Load, releaseAll, Upcoming } from './upcoming.ts';

type PlayerPorts = {
  readonly deck: Deck;
  readonly load: Load;
  /** The stage, in pixels of the screen. */
  readonly stage: () => Size;
  /** 0 where motion is reduced. */
  readonly dissolveMs: () => number;
  readonly random: () => number;
  /** A file did not load. */
  readonly onBroken: () => void;
};

/** So that what comes is there within six seconds, and nothing flickers. */
const LEAST_STAND_MS = 3_000;
/** Until something else is loaded, if nothing has. */
const RETRY_MS = 3_000;

type Timer = ReturnType<typeof setTimeout>;

/** Shows spread after spread. What comes next is loaded while the present one stands. */
export class Player {
  readonly #ports: PlayerPorts;
  readonly #upcoming: Upcoming;
  readonly #listeners = new Set<() => void>();
  readonly #past = new PastSpreads();
  #schedule: Schedule = EMPTY_SCHEDULE;
  #view: PlayerView = { layers: [], isPaused: false, isEmpty: false };
  #coming: Coming | undefined;
  #lastKey = 0;
  #shownAt = -Infinity;
  /** When the next spread appears, unless the wall is paused. 0 is at once, paused or not. */
  #dueAt = 0;
  /** How long the spread has to stand once the wall goes on. */
  #restMs = 0;
  #due: Timer | undefined;
  #dissolve: Timer | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(ports: PlayerPorts) {
    this.#ports = ports;
    this.#upcoming = new Upcoming(ports.load);
  }

  get view(): PlayerView {
    return this.#view;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  start(): void {
    this.#unsubscribe = this.#ports.deck.subscribe((change) => this.#changed(change));
    document.addEventListener('visibilitychange', this.#wake);
    addEventListener('online', this.#wake);
    this.#changed({ arrived: [], hasLost: false });
  }

  end(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    document.removeEventListener('visibilitychange', this.#wake);
    removeEventListener('online', this.#wake);
    clearTimeout(this.#due);
    clearTimeout(this.#dissolve);
    this.#dropComing();
    for (const { pictures } of this.#view.layers) releaseAll(pictures);
    this.#dueAt = 0;
    this.#show({ layers: [] });
  }

  togglePause(): void {
    const isPaused = !this.#view.isPaused;
    this.#show({ isPaused });
    const pictures = this.#view.layers.flatMap((layer) => layer.pictures);
    for (const picture of pictures) picture[isPaused ? 'pause' : 'begin']();
    if (isPaused) this.#restMs = this.#dueAt - performance.now();
    // A video goes on where it stopped, and for as long as it has left.
    else if (this.#dueAt > 0 && pictures.some(({ item }) => item.kind === 'video'))
      this.#dueAt = performance.now() + this.#restMs;
    this.#step();
  }

  next(): void {
    this.#dueAt = 0;
    this.#step();
  }

  /** Shows again what was there before. What is gone meanwhile is left out. */
  back(): void {
    const past = this.#past.before(this.#available());
    if (!past) return;
    this.#dropComing();
    this.#coming = this.#begin(past.spread, past.at);
    this.next();
  }

  #wake = (): void => {
    this.#upcoming.forgive();
    this.#step();
  };

  #show(changed: Partial<PlayerView>): void {
    this.#view = { ...this.#view, ...changed };
    for (const listener of this.#listeners) listener();
  }

  #changed({ arrived, hasLost }: DeckChange): void {
    for (const id of arrived) this.#schedule = withArrival(this.#schedule, id);
    if (hasLost) this.#dropLost();
    if (arrived.length > 0) this.#makeWay();
    const { deck } = this.#ports;
    const isEmpty = deck.isRead && deck.items.size === 0;
    if (isEmpty !== this.#view.isEmpty) this.#show({ isEmpty });
    this.#step();
  }

  /** What has come is next, and soon. */
  #makeWay(): void {
    this.#past.goToLast();
    if (this.#coming && !this.#coming.spread.isArrival) this.#dropComing();
    if (this.#dueAt > 0) this.#dueAt = Math.min(this.#dueAt, this.#shownAt + LEAST_STAND_MS);
    this.#restMs = Math.min(this.#restMs, LEAST_STAND_MS);
  }

  /** What is gone leaves the stage at once. */
  #dropLost(): void {
    const { items } = this.#ports.deck;
    if (this.#coming?.spread.items.some(({ id }) => !items.has(id))) this.#dropComing();
    const isThere = ({ item }: ReadyPicture) => items.has(item.id);
    const layers = this.#view.layers.map((layer) => {
      if (layer.pictures.every(isThere)) return layer;
      this.#dueAt = 0;
      releaseAll(layer.pictures.filter((picture) => !isThere(picture)));
      return { ...layer, pictures: layer.pictures.filter(isThere) };
    });
    this.#show({ layers });
  }

  #dropComing(): void {
    this.#coming?.drop();
    this.#coming = undefined;
  }

  /** Does what is to be done now: loads what comes next, shows it if it is due and there, or waits until it is due. */
  #step(): void {
    clearTimeout(this.#due);
    if (!this.#unsubscribe || document.visibilityState === 'hidden') return;
    const coming = (this.#coming ??= this.#load());
    if (!coming) return this.#later(RETRY_MS);
    if (!coming.pictures || (this.#view.isPaused && this.#dueAt > 0)) return;
    const waitMs = this.#dueAt - performance.now();
    if (waitMs > 0) this.#later(waitMs);
    else this.#appear(coming, coming.pictures);
  }

  #later(ms: number): void {
    this.#due = setTimeout(() => this.#step(), ms);
  }

  #available(): Items {
    return this.#upcoming.available(this.#ports.deck.items);
  }

  /** Begins to load what follows. */
  #load(): Coming | undefined {
    const items = this.#available();
    const again = this.#past.after(items);
    if (again) return this.#begin(again.spread, again.at);
    const { stage, random } = this.#ports;
    const spread = nextSpread(this.#schedule, { items, stage: stage(), random });
    return spread && this.#begin(spread);
  }

  #begin(spread: Spread, at?: number): Coming {
    return this.#upcoming.begin(spread, { at, stage: this.#ports.stage() }, (missing) => {
      if (missing > 0) this.#ports.onBroken();
      if (missing < spread.items.length) return this.#step();
      this.#dropComing();
      this.#later(RETRY_MS);
    });
  }

  #appear({ at, spread }: Coming, pictures: readonly ReadyPicture[]): void {
    this.#finishDissolve();
    this.#coming = undefined;
    // What did not load is missing, and comes another time.
    const shown = { ...spread, items: pictures.map(({ item }) => item) };
    if (at === undefined) this.#schedule = withShown(this.#schedule, shown, this.#ports.deck.items);
    this.#past.noteShown(shown, at);
    const { isArrival } = spread;
    this.#lastKey += 1;
    this.#show({ layers: [...this.#view.layers, { key: this.#lastKey, pictures, isArrival }] });
    if (!this.#view.isPaused) for (const picture of pictures) picture.begin();
    const dissolveMs = this.#ports.dissolveMs();
    if (dissolveMs > 0) this.#dissolve = setTimeout(() => this.#finishDissolve(), dissolveMs);
    else this.#finishDissolve();
    this.#shownAt = performance.now();
    this.#restMs = standingTime(pictures, isArrival && this.#schedule.arrivals.length > 0);
    this.#dueAt = this.#shownAt + this.#restMs;
    this.#step();
  }

  #finishDissolve(): void {
    clearTimeout(this.#dissolve);
    const { layers } = this.#view;
    for (const { pictures } of layers.slice(0, -1)) releaseAll(pictures);
    if (layers.length > 1) this.#show({ layers: layers.slice(-1) });
  }
}

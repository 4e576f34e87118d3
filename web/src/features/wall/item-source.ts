import type { MediaView } from '../../../../shared/contract/entities.ts';
import type { LiveMessage } from '../../../../shared/contract/live-updates.ts';
import type { Deck } from './deck.ts';

type Page = { readonly items: readonly MediaView[]; readonly nextCursor: string | null };

export type Hearing = {
  readonly onMessage: (message: LiveMessage) => void;
  /** Whether changes are heard of from now on; what changed before may have been missed. */
  readonly onConnected: (isConnected: boolean) => void;
  /** The viewer may not listen any more. */
  readonly onRefused: () => void;
};

export type SourcePorts = {
  /** A page of approved items, the newest first. Each answer renews the cookies that open their files. */
  readonly readPage: (cursor: string | null) => Promise<Page>;
  /** How many approved items there are. */
  readonly readCount: () => Promise<number>;
  /** Hears of changes. @returns a function that ends it */
  readonly listen: (hearing: Hearing) => () => void;
  /** Until the next look, after so many without a change. */
  readonly lookPauseMs: (quietLooks: number) => number;
  readonly isRefusal: (error: unknown) => boolean;
  /** The viewer may not see the items any more. */
  readonly onRefused: (error: unknown) => void;
  readonly random: () => number;
};

/** So that a long list is no burst of calls, and its answers no long task. */
const PAGE_PAUSE_MS = 1_000;
/** Files' cookies last an hour; and what was missed, however that came, is made up for. */
const WALK_PAUSE_MS = 25 * 60_000;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;
const RENEWAL_PAUSE_MS = 60_000;

type Timer = ReturnType<typeof setTimeout>;

/** Fills a deck, and keeps it as the event is. */
export class ItemSource {
  readonly #deck: Deck;
  readonly #ports: SourcePorts;
  #stopListening: (() => void) | undefined;
  #hasEnded = false;
  #isWalking = false;
  /** Whether what the walk under way has read may be too old. */
  #walksAgain = false;
  /** Once the first page is there, what is unknown has come meanwhile. */
  #hasBegun = false;
  #isConnected = false;
  #wasConnected = false;
  /** Whether one of the newest is still being prepared, which no count tells the end of. */
  #isOneUnfinished = false;
  #failures = 0;
  #quietLooks = 0;
  #count: number | undefined;
  #renewedAt = -Infinity;
  #walkTimer: Timer | undefined;
  #lookTimer: Timer | undefined;

  constructor(deck: Deck, ports: SourcePorts) {
    this.#deck = deck;
    this.#ports = ports;
  }

  start(): void {
    this.#walk();
    this.#stopListening = this.#ports.listen({
      onMessage: (message) => this.#deck.hear(message),
      onConnected: (isConnected) => this.#connected(isConnected),
      // The list is answered by the same rule, and says why.
      onRefused: () => this.#walkAnew(),
    });
    addEventListener('online', this.#comeBack);
    this.#lookLater();
  }

  end(): void {
    this.#hasEnded = true;
    removeEventListener('online', this.#comeBack);
    clearTimeout(this.#walkTimer);
    clearTimeout(this.#lookTimer);
    this.#stopListening?.();
  }

  /** A file was refused: its cookies may have expired, as those of a machine that slept. */
  renew(): void {
    if (performance.now() - this.#renewedAt < RENEWAL_PAUSE_MS) return;
    this.#renewedAt = performance.now();
    void this.#look();
  }

  #comeBack = (): void => {
    this.#failures = 0;
    this.#walkAnew();
  };

  #connected(isConnected: boolean): void {
    this.#isConnected = isConnected;
    // Between two connections anything may have changed; before the first one, as on any page that has just been opened, little.
    if (isConnected && this.#wasConnected) this.#walkAnew();
    else if (isConnected) void this.#look();
    this.#wasConnected ||= isConnected;
    this.#lookLater();
  }

  #failed(error: unknown): void {
    if (this.#hasEnded || !this.#ports.isRefusal(error)) return;
    this.end();
    this.#ports.onRefused(error);
  }

  /** Reads the whole list, all of it from now on. */
  #walkAnew(): void {
    this.#walksAgain = this.#isWalking;
    this.#walk();
  }

  /** Reads the whole list, now unless that is being done. */
  #walk(): void {
    if (this.#isWalking || this.#hasEnded) return;
    clearTimeout(this.#walkTimer);
    this.#isWalking = true;
    this.#readAll().then(
      () => {
        this.#failures = 0;
        this.#walkEnded(this.#walksAgain ? 0 : WALK_PAUSE_MS);
      },
      (error: unknown) => {
        this.#failed(error);
        const pauseMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures);
        this.#failures += 1;
        this.#walkEnded(pauseMs * (0.5 + this.#ports.random() / 2));
      },
    );
  }

  #walkEnded(pauseMs: number): void {
    this.#isWalking = false;
    this.#walksAgain = false;
    if (!this.#hasEnded) this.#walkTimer = setTimeout(() => this.#walk(), pauseMs);
  }

  async #readAll(): Promise<void> {
    const before = new Set(this.#deck.items.keys());
    const found = new Set<string>();
    let cursor: string | null = null;
    do {
      if (cursor !== null) await new Promise((resolve) => setTimeout(resolve, PAGE_PAUSE_MS));
      if (this.#hasEnded) return;
      const page: Page = await this.#readPage(cursor);
      for (const { id } of page.items) found.add(id);
      cursor = page.nextCursor;
    } while (cursor !== null);
    this.#deck.keepOnly(found, before);
  }

  /** The first page tells of what is new, the others of what was there before. */
  async #readPage(cursor: string | null): Promise<Page> {
    const asked = this.#deck.ask();
    const page = await this.#ports.readPage(cursor);
    if (this.#hasEnded) return page;
    this.#deck.read(page.items, asked, this.#hasBegun && cursor === null);
    this.#hasBegun = true;
    if (cursor === null)
      this.#isOneUnfinished = page.items.some(
        ({ state, status }) => state === 'processing' && status === 'approved',
      );
    return page;
  }

  /** Reads the newest, where there may be others than before. */
  async #look(): Promise<void> {
    if (this.#hasEnded) return;
    await this.#readPage(null).catch((error: unknown) => {
      this.#failed(error);
      // Which goes on until it is done.
      this.#walk();
    });
  }

  /** Looks for changes again and again, as long as they are not heard of. */
  #lookLater(): void {
    clearTimeout(this.#lookTimer);
    if (this.#isConnected || this.#hasEnded) return;
    this.#lookTimer = setTimeout(() => {
      void this.#lookForChanges().finally(() => this.#lookLater());
    }, this.#ports.lookPauseMs(this.#quietLooks));
  }

  async #lookForChanges(): Promise<void> {
    this.#quietLooks += 1;
    const last = this.#count;
    try {
      this.#count = await this.#ports.readCount();
    } catch (error) {
      this.#failed(error);
      return;
    }
    if (this.#count !== last) this.#quietLooks = 0;
    else if (!this.#isOneUnfinished) return;
    if (last !== undefined && this.#count < last) this.#walk();
    else await this.#look();
  }
}

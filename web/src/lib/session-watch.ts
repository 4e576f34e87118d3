import { NOBODY } from '../../../shared/contract/expected-user.ts';
import type { UserView } from '../../../shared/contract/entities.ts';

/** What is said once the session has changed under an open page: who is signed in now, or null. */
export type SessionNotice = { readonly user: UserView | null };

/** What a page shows of the session beside the user. The same object until something changes. */
export type SessionView = {
  readonly notice: SessionNotice | null;
  /** For whom the screen is kept, because something is being entered or they have left; undefined if it is for whoever is signed in. */
  readonly keptFor: UserView | null | undefined;
};

/** What a page begins with, in the browser as on the server: another object would make React render the page again. */
export const FIRST_VIEW: SessionView = { notice: null, keptFor: undefined };

export type SessionPorts = {
  /** Asks the server who is signed in, which ends in `learn`. Fails if there is no answer. */
  lookUp: () => Promise<unknown>;
  /** Tells the other tabs who is signed in, as a user's id or `none`. */
  tellTabs: (userId: string) => void;
  /** Called when the screen becomes another person's: what was fetched for the last one is outdated. */
  onScreenChanged: () => Promise<void>;
  nowMs: () => number;
};

/** How long one look at the session is enough, however often the page comes back. */
export const LOOK_PAUSE_MS = 5000;

const idOf = (user: UserView | null): string => user?.id ?? NOBODY;

/**
 * Follows who is signed in while a page is open. The session is the browser's: it expires, and other tabs end or replace it.
 * The screen changes with it, except while something is being entered: then it stays that person's, and so do its calls.
 */
export class SessionWatch {
  #ports: SessionPorts | undefined;
  readonly #listeners = new Set<() => void>();
  /** Who is signed in, as last heard from the server; undefined before the first answer. */
  #user: UserView | null | undefined;
  /** For whom the screen is. */
  #screenUser: UserView | null | undefined;
  #keepers = 0;
  #look: Promise<void> | undefined;
  /** Until the screen shows nothing of its last person any more. */
  #handover: Promise<void> | undefined;
  #lookedAtMs = -Infinity;
  #hasLeft = false;
  #view = FIRST_VIEW;

  /** A page begins, and knows nothing yet. */
  start(ports: SessionPorts): void {
    this.#ports = ports;
    this.#user = undefined;
    this.#screenUser = undefined;
    this.#hasLeft = false;
    this.#view = FIRST_VIEW;
  }

  get view(): SessionView {
    return this.#view;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Whom the page's calls are made for: a user's id, `none`, or undefined while nobody knows. */
  expectedUser(): string | undefined {
    return this.#screenUser === undefined ? undefined : idOf(this.#screenUser);
  }

  /** Takes an answer of the server. After `leave` the screen stays, whoever may have signed in meanwhile. */
  learn(user: UserView | null): void {
    if (this.#hasLeft) return;
    const isKnown = this.#user !== undefined && idOf(user) === idOf(this.#user);
    this.#user = user;
    this.#lookedAtMs = this.#ports?.nowMs() ?? -Infinity;
    if (isKnown) return;
    this.#ports?.tellTabs(idOf(user));
    this.#settle();
  }

  /** The first look got no answer, which counts as signed out. */
  assumeSignedOut(): void {
    if (this.#user !== undefined) return;
    this.#user = null;
    this.#screenUser = null;
  }

  /** Asks the server. Without an answer, everything stays. */
  lookAgain(): Promise<void> {
    if (!this.#ports || this.#hasLeft) return Promise.resolve();
    this.#look ??= this.#ports
      .lookUp()
      .then(
        () => {},
        () => {},
      )
      .finally(() => {
        this.#look = undefined;
      });
    return this.#look;
  }

  /** The page is looked at again. */
  async comeBack(): Promise<void> {
    const nowMs = this.#ports?.nowMs() ?? 0;
    if (this.#user !== undefined && nowMs - this.#lookedAtMs >= LOOK_PAUSE_MS) await this.lookAgain();
  }

  /** Another tab has told who is signed in. The server is asked, because tabs can be outdated. */
  async hear(userId: string): Promise<void> {
    // A look that has begun may have been answered before the change.
    await this.#look;
    if (this.#user !== undefined && userId !== idOf(this.#user)) await this.lookAgain();
  }

  /**
   * A call for this user was refused, as they may no longer be who is signed in.
   * @param isAction the viewer tried to change something
   */
  async refused(expectedUser: string, isAction: boolean): Promise<void> {
    // A look that has begun may have been answered before the change.
    await this.#look;
    if (this.#user === undefined || expectedUser === idOf(this.#user)) await this.lookAgain();
    // The refused answer belongs to the last person's screen, and fails nothing on this one's.
    await this.#handover;
    if (!isAction || this.#user === undefined || this.#hasLeft || expectedUser === idOf(this.#user)) return;
    // Again, even if it was dismissed: it is the answer to what was just tried.
    this.#show({ ...this.#view, notice: { user: this.#user } });
  }

  /** The account of this page was deleted, or all its sessions were ended. The page goes on to sign out and says so itself. */
  leave(): void {
    this.#hasLeft = true;
    this.#show({ notice: null, keptFor: this.#screenUser });
    this.#ports?.tellTabs(NOBODY);
  }

  /** Keeps the screen for whom it is now. @returns a function that ends that */
  keepScreen(): () => void {
    this.#keepers += 1;
    return () => {
      this.#keepers -= 1;
      if (this.#keepers > 0 || this.#view.keptFor === undefined) return;
      // What was kept may just have been sent, because its person is back.
      void this.lookAgain().then(() => this.#settle());
    };
  }

  dismiss(): void {
    this.#show({ ...this.#view, notice: null });
  }

  /** Hands the screen to who is signed in, or says that it waits for its own person. */
  #settle(): void {
    const [user, last] = [this.#user, this.#screenUser];
    if (user === undefined || this.#hasLeft) return;
    if (last === undefined || idOf(last) === idOf(user)) {
      this.#screenUser = user;
      // The person whom the screen was kept for is back.
      if (this.#view.keptFor !== undefined) this.#show({ notice: null, keptFor: undefined });
    } else if (this.#keepers > 0) {
      this.#show({ notice: { user }, keptFor: last });
    } else {
      this.#screenUser = user;
      this.#handover = this.#ports?.onScreenChanged();
      this.#show({ notice: { user }, keptFor: undefined });
    }
  }

  #show(view: SessionView): void {
    this.#view = view;
    for (const listener of this.#listeners) listener();
  }
}

/** The page's own. It knows nothing until the page starts it, as while the build prerenders. */
export const sessionWatch = new SessionWatch();

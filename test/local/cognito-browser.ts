import { parseSetCookie } from 'cookie';

type Kept = { name: string; value: string; host: string; path: string };

type Sent = { method: string; body?: URLSearchParams; origin?: string };

/** What a browser shows: where it ended, and the page there. */
export type Shown = { url: URL; status: number; headers: Headers; body: string; trail: URL[] };

/**
 * As much of a browser as signing in needs: cookies by host (not by port) and path, redirects followed one by
 * one, forms sent with their Origin. It stops at addresses of `site`, which stands for the product.
 */
export class CognitoBrowser {
  readonly #cookies: Kept[] = [];
  readonly #site: string;

  constructor(site: string) {
    this.#site = site;
  }

  /** A browser with the same cookies, as somebody who stole them has it. */
  copy(): CognitoBrowser {
    const copy = new CognitoBrowser(this.#site);
    copy.#cookies.push(...this.#cookies);
    return copy;
  }

  visit(address: string | URL): Promise<Shown> {
    return this.#go(new URL(address), { method: 'GET' });
  }

  /** Submits the shown page's form; `origin` is where a browser says that the form was. */
  submit(shown: Shown, fields: Record<string, string>, origin = shown.url.origin): Promise<Shown> {
    const action = /<form method="post" action="([^"]+)"/.exec(shown.body)?.[1];
    if (action === undefined) throw new Error(`No form at ${shown.url.href}: ${shown.body.slice(0, 200)}`);
    return this.#go(new URL(action, shown.url), {
      method: 'POST',
      body: new URLSearchParams(fields),
      origin,
    });
  }

  async #go(start: URL, request: Sent): Promise<Shown> {
    const trail: URL[] = [];
    let url = start;
    let next = request;
    for (;;) {
      trail.push(url);
      if (url.origin === this.#site) return { url, status: 0, headers: new Headers(), body: '', trail };
      const response = await fetch(url, {
        method: next.method,
        body: next.body,
        redirect: 'manual',
        headers: {
          cookie: this.#cookieHeader(url),
          ...(next.origin !== undefined && { origin: next.origin }),
        },
      });
      this.#keep(url, response);
      const body = await response.text();
      const location = response.headers.get('location');
      if (location === null) return { url, status: response.status, headers: response.headers, body, trail };
      url = new URL(location, url);
      next = { method: 'GET' };
    }
  }

  #keep(url: URL, response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const { name, value = '', path = '/', maxAge, expires } = parseSetCookie(line);
      const at = this.#cookies.findIndex(
        (one) => one.name === name && one.host === url.hostname && one.path === path,
      );
      if (at >= 0) this.#cookies.splice(at, 1);
      const isGone = maxAge === 0 || (expires !== undefined && expires.getTime() < Date.now());
      if (!isGone) this.#cookies.push({ name, value, path, host: url.hostname });
    }
  }

  #cookieHeader(url: URL): string {
    const reaches = (path: string): boolean =>
      path === '/' || url.pathname === path || url.pathname.startsWith(`${path}/`);
    return this.#cookies
      .filter((one) => one.host === url.hostname && reaches(one.path))
      .map((one) => `${one.name}=${one.value}`)
      .join('; ');
  }
}

/**
 * The address of a sign-in without the product's wish that everybody proves who they are, to see whom the pool itself
 * takes for signed in.
 */
export function withoutPrompt(redirectUrl: string): string {
  const address = new URL(redirectUrl);
  address.searchParams.delete('prompt');
  return address.href;
}

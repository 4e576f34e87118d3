import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { EdgeOptions } from './cloudfront/edge.ts';

export type LiveReload = NonNullable<EdgeOptions['development']> & {
  /** Reloads every open page. */
  readonly reload: () => void;
  readonly close: () => void;
};

const scriptPath = '/__dev/reload.js';
const eventsPath = '/__dev/events';

/** Reloads a page whose version is outdated, also after a restart of the server. */
const script = `let seen;
new EventSource('${eventsPath}').onmessage = ({ data }) => {
  if (seen !== undefined && seen !== data) location.reload();
  seen = data;
};
`;

/** What only the development server serves: a script in every page, and its server-sent events. */
export function createLiveReload(): LiveReload {
  const pages = new Set<ServerResponse>();
  let version = randomUUID();
  const tell = (page: ServerResponse): void => void page.write(`data: ${version}\n\n`);
  return {
    transformHtml: (html) => html.replace('</head>', `<script src="${scriptPath}" defer></script></head>`),
    listener: ({ request, response }) => {
      if (request.url === scriptPath) {
        response
          .writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-store' })
          .end(script);
        return true;
      }
      if (request.url !== eventsPath) return false;
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      pages.add(response);
      response.once('close', () => pages.delete(response));
      tell(response);
      return true;
    },
    reload: () => {
      version = randomUUID();
      for (const page of pages) tell(page);
    },
    close: () => {
      for (const page of pages) page.end();
    },
  };
}

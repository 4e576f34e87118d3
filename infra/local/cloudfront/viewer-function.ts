import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { parseCookie } from 'cookie';
import * as z from 'zod/mini';

export type ViewerFunctionInput = {
  /** Path as sent, without its query. */
  readonly uri: string;
  readonly method: string;
  readonly viewerIp: string;
  /** The viewer's `Cookie` header. */
  readonly cookieHeader: string | undefined;
};

/** What the origin is asked for: the `uri`, and the headers that the function set, by lower-case name. */
export type ViewerFunctionResult = {
  readonly uri: string;
  readonly headers: Readonly<Record<string, string>>;
};

const answered = z.object({
  uri: z.string().check(z.startsWith('/')),
  headers: z.record(z.string(), z.object({ value: z.string() })),
});

/**
 * Loads a viewer-request function of CloudFront, to run the same file here. The function sees the viewer's
 * cookies, but not the headers: ours only set some.
 */
export function loadViewerFunction(file: URL): (input: ViewerFunctionInput) => ViewerFunctionResult {
  const filename = fileURLToPath(file);
  const context = vm.createContext({});
  vm.runInContext(readFileSync(filename, 'utf8'), context, { filename });
  const handler = new vm.Script('JSON.stringify(handler(JSON.parse(event)))');
  return ({ uri, method, viewerIp, cookieHeader }) => {
    // Passed as text: objects of another realm have other prototypes.
    context['event'] = JSON.stringify({
      version: '1.0',
      viewer: { ip: viewerIp },
      request: { method, uri, querystring: {}, headers: {}, cookies: cookiesOf(cookieHeader) },
    });
    const { uri: rewrittenUri, headers } = answered.parse(JSON.parse(String(handler.runInContext(context))));
    const set = Object.entries(headers).map(([name, { value }]) => [name.toLowerCase(), value]);
    return { uri: rewrittenUri, headers: Object.fromEntries(set) };
  };
}

/** In the shape that CloudFront gives them. */
function cookiesOf(header: string | undefined): Record<string, { value: string }> {
  const cookies = Object.entries(parseCookie(header ?? ''));
  return Object.fromEntries(cookies.map(([name, value = '']) => [name, { value }]));
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import * as z from 'zod/mini';
import { spaRewriteFile } from '../../edge-rules.ts';

const rewritten = z.object({ uri: z.string().check(z.startsWith('/')) });

/**
 * Loads the viewer-request function that CloudFront runs and runs it here.
 * @returns a function from a path as sent to the path that the origin is asked for.
 */
export function loadSpaRewrite(): (uri: string) => string {
  const filename = fileURLToPath(spaRewriteFile);
  const context = vm.createContext({});
  vm.runInContext(readFileSync(filename, 'utf8'), context, { filename });
  const handler = new vm.Script('JSON.stringify(handler(JSON.parse(event)))');
  return (uri) => {
    // Plain text crosses the border: objects of one realm have other prototypes than those of another.
    context['event'] = JSON.stringify({ version: '1.0', request: { method: 'GET', uri, headers: {} } });
    return rewritten.parse(JSON.parse(String(handler.runInContext(context)))).uri;
  };
}

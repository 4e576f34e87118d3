import type { SystemOptions } from '../../infra/local/system.ts';
import { runUntilStopped } from '../../infra/local/run-until-stopped.ts';
import { startSystem } from '../../infra/local/system.ts';
import { startInvokeServer } from '../fixtures/invoke-server.ts';
import { createDraw, noticeTrouble, tableTrouble, type Trouble } from '../fixtures/random-trouble.ts';
import type { FaultySystem } from './faults-processes.ts';

type Intercept = NonNullable<SystemOptions['intercept']>;

// The local system in a process of its own, with trouble that is drawn by a seed. It ends with its parent.

/** S3 is too busy now and then, or breaks the connection. */
function storeTrouble({ rate, seed }: Trouble): NonNullable<SystemOptions['faults']> {
  const draw = createDraw(seed + 1);
  return () => {
    if (draw() >= rate) return undefined;
    return draw() < 0.5 ? { status: 503 } : 'reset';
  };
}

/** The edge loses requests or their answers, and throttles or refuses some. */
function edgeTrouble({ rate, seed }: Trouble): Intercept {
  const draw = createDraw(seed + 2);
  const kinds: readonly Intercept[] = [loseRequest, loseAnswer, answerWith(429), answerWith(503)];
  return (exchange) => draw() < rate && (kinds[Math.floor(draw() * kinds.length)]?.(exchange) ?? false);
}

const loseRequest: Intercept = ({ request }) => {
  request.socket.resetAndDestroy();
  return true;
};

/** Carried out, and cut off when it is answered. */
const loseAnswer: Intercept = ({ request, response }) => {
  response.writeHead = () => {
    request.socket.resetAndDestroy();
    return response;
  };
  return false;
};

const answerWith =
  (status: 429 | 503): Intercept =>
  ({ response }) => {
    response.writeHead(status, { 'Retry-After': '1' }).end();
    return true;
  };

const { trouble, isWellAtFirst = false, ...where } = JSON.parse(process.argv[2] ?? '{}') as FaultySystem;
let isWell = isWellAtFirst;
process.on('message', () => (isWell = false));

/** What befalls nobody while all is well. */
const later =
  <A extends unknown[], B>(befall: (...met: A) => B, nothing: B) =>
  (...met: A): B =>
    isWell ? nothing : befall(...met);

await runUntilStopped(async () => {
  const system = await startSystem({
    ...where,
    quiet: true,
    ...(trouble.rate > 0 && {
      tableFaults: later(tableTrouble(trouble), undefined),
      faults: later(storeTrouble(trouble), undefined),
      noticeTrouble: later(noticeTrouble(trouble), undefined),
      intercept: later(edgeTrouble(trouble), false),
    }),
  });
  const door = await startInvokeServer(system.invoke);
  process.send?.({ environment: system.environment, invokeUrl: door.url });
  return async () => {
    await door.close();
    await system.close();
  };
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { freePort } from '../../infra/local/http/free-port.ts';
import { findWebKit } from '../fixtures/find-program.ts';
import { eventually } from '../fixtures/uploads.ts';
import { buttonXPath, textXPath, type Visitor } from './visitor.ts';

/** The key of an element's id in WebDriver responses. Source: W3C WebDriver. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

export type WebKit = Visitor & { close(): Promise<void> };

/** Starts WebKitGTK's MiniBrowser on a virtual screen and drives it by W3C WebDriver. */
export async function launchWebKit(): Promise<WebKit> {
  const programs = findWebKit();
  if (!programs) throw new Error('There is no WebKitGTK: install webkit2gtk-driver and xvfb.');
  const screen = spawn(
    programs.screen,
    ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const display = await firstLine(screen.stdio[3] as Readable);
  const port = await freePort();
  const driver = spawn(programs.driver, [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, DISPLAY: `:${display}`, LIBGL_ALWAYS_SOFTWARE: '1', NO_AT_BRIDGE: '1' },
    stdio: 'ignore',
  });
  const stopAll = () => Promise.all([stop(driver), stop(screen)]);
  try {
    const session = await startSession(`http://127.0.0.1:${port}`, programs.browser);
    return {
      ...visitorOf(session),
      async close() {
        await session('DELETE', '').catch(() => undefined);
        await stopAll();
      },
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/** Sends a command of the session; undefined if the response has no value. */
type Session = (method: string, path: string, body?: object) => Promise<any>;

async function startSession(origin: string, binary: string): Promise<Session> {
  const command: Session = async (method, path, body) => {
    const response = await fetch(origin + path, { method, body: body && JSON.stringify(body) });
    const { value } = (await response.json()) as { value: any };
    if (!response.ok) throw new Error(`${method} ${path}: ${value?.error}: ${value?.message}`);
    return value;
  };
  await eventually(() => command('GET', '/status').then(Boolean, () => false));
  const capabilities = {
    alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } },
  };
  const { sessionId } = await command('POST', '/session', { capabilities });
  const session: Session = (method, path, body) => command(method, `/session/${sessionId}${path}`, body);
  return session;
}

function visitorOf(session: Session): Visitor {
  /** Does something with an element as soon as it exists and is not covered. */
  const withElement = (
    element: { using: 'xpath' | 'css selector'; value: string },
    action: (path: string) => Promise<unknown>,
  ) =>
    eventually(async () => {
      try {
        await action(`/element/${(await session('POST', '/element', element))[ELEMENT]}`);
        return true;
      } catch (error) {
        if (/no such element|stale element|click intercepted|not interactable/.test(String(error)))
          return false;
        throw error;
      }
    });
  return {
    open: (url) => session('POST', '/url', { url }),
    async press(name) {
      await withElement({ using: 'xpath', value: buttonXPath(name) }, (path) =>
        session('POST', `${path}/click`, {}),
      );
    },
    async fill(name, text) {
      const using = 'css selector';
      await withElement({ using, value: `input[name="${name}"]` }, (path) =>
        session('POST', `${path}/value`, { text }),
      );
    },
    async choose(file) {
      const using = 'css selector';
      await withElement({ using, value: 'input[type="file"]' }, (path) =>
        session('POST', `${path}/value`, { text: file }),
      );
    },
    async see(text) {
      await withElement({ using: 'xpath', value: textXPath(text) }, async () => undefined);
    },
    run: async (script) => {
      const asyncScript = `const done = arguments[0]; (async () => { ${script} })().then((it) => done(JSON.stringify(it)));`;
      return JSON.parse(await session('POST', '/execute/async', { script: asyncScript, args: [] }));
    },
  };
}

async function firstLine(stream: Readable): Promise<string> {
  const [line] = (await once(createInterface({ input: stream }), 'line')) as [string];
  return line;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

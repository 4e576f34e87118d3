import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { findFirefox } from '../fixtures/find-program.ts';
import { buttonXPath, textXPath, type Visitor } from './visitor.ts';

/**
 * Starts Firefox with a local push service and notifications allowed. It shows notifications in its own windows, because
 * there is no desktop.
 */
async function launchFirefox(pushOrigin: string): Promise<Browser> {
  const executablePath = findFirefox();
  if (executablePath === undefined)
    throw new Error('There is no Firefox: install it, or name it in FIREFOX_PATH.');
  return puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    // Gives access to Firefox's own windows, which show the notifications.
    args: ['-remote-allow-system-access'],
    extraPrefsFirefox: {
      'dom.push.serverURL': `${pushOrigin.replace(/^http/, 'ws')}/`,
      'dom.push.testing.allowInsecureServerURL': true,
      // Off by default in automated browsers.
      'dom.push.connection.enabled': true,
      'permissions.default.desktop-notification': 1,
      'alerts.useSystemBackend': false,
    },
  });
}

/** Starts Firefox with a visitor at a desktop-sized page. */
export async function visitInFirefox(pushOrigin: string) {
  const firefox = await launchFirefox(pushOrigin);
  const page = await firefox.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  return { firefox, page, visitor: visitorAt(page) };
}

/** Drives a Firefox page as a visitor. */
function visitorAt(page: Page): Visitor {
  const locate = (xpath: string) => page.locator(`::-p-xpath(${xpath})`).setTimeout(20_000);
  /** Adds what was expected and the page's text to the error. */
  const describeFailure = (what: string) => async (cause: unknown) => {
    const text = await page.evaluate('document.body.innerText').catch(() => 'nothing');
    throw new Error(`There is no "${what}" in: ${String(text)}`, { cause });
  };
  return {
    open: async (url) => void (await page.goto(url)),
    press: (name) => locate(buttonXPath(name)).click().catch(describeFailure(name)),
    fill: (name, text) => page.locator(`input[name="${name}"]`).fill(text),
    async choose(file) {
      const input = await page.locator('input[type="file"]').waitHandle();
      await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(file);
    },
    see: async (text) => void (await locate(textXPath(text)).wait().catch(describeFailure(text))),
    run: async <T>(script: string): Promise<T> =>
      JSON.parse(
        (await page.evaluate(
          `(async () => JSON.stringify(await (async () => { ${script} })()))()`,
        )) as string,
      ),
  };
}

import type { Browser } from 'puppeteer-core';
import { eventually } from '../fixtures/uploads.ts';

/** The part of Puppeteer's internal connection that we use: its public API sees pages, but not Firefox's other windows. */
type Connection = { send(method: string, params: object): Promise<{ result: any }> };

/**
 * Waits for a Firefox notification and clicks it. Firefox must have been started with `-remote-allow-system-access`.
 * @returns its text, line by line
 */
export async function clickNotification(firefox: Browser): Promise<string[]> {
  const { connection } = firefox as unknown as { connection: Connection };
  const context = await eventually(async () => {
    const { result } = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' });
    const alert = result.contexts.find(({ url }: { url: string }) => url.endsWith('/alerts/alert.xhtml'));
    return alert?.context as string | undefined;
  });
  const expression = `{
    const labels = ['alertTitleLabel', 'alertTextLabel'].map((id) => document.getElementById(id));
    const lines = labels.map((label) => label.getAttribute('value') || label.textContent);
    onAlertClick();
    JSON.stringify(lines);
  }`;
  const { result } = await connection.send('script.evaluate', {
    expression,
    target: { context },
    awaitPromise: false,
  });
  return JSON.parse(result.result.value) as string[];
}
